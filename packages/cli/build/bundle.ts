import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const PROGRAM = 'program.cjs'

/** The files of the command line. The first one is run; it loads the other one. */
export const PROGRAM_FILES = ['sluice.js', PROGRAM] as const

const SETTINGS = {
  bundle: true,
  minify: true,
  legalComments: 'eof',
  platform: 'node',
  target: 'node22',
  // The other form of jsonc-parser asks for its parts by names that a bundle does not have.
  mainFields: ['module', 'main'],
} satisfies BuildOptions

/** The one import that stays an import: of what is bundled beside. */
const programBeside: Plugin = {
  name: 'program-beside',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/run\.ts$/ }, () => ({ path: `./${PROGRAM}`, external: true })),
}

/**
 * Bundles the command line into a folder, as `PROGRAM_FILES`, which need Node.js and nothing else. They are two because a
 * file is compiled before it can turn on the compile cache; and the large one is CommonJS because an ES module that imports
 * a module of Node.js has all lazy parts of that loaded: together half of the time of a start.
 * @returns the paths of all sources
 */
export async function bundleCommandLine(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const [main, program] = PROGRAM_FILES.map(name => join(folder, name))
  await build({
    ...SETTINGS,
    entryPoints: [join(SOURCES, 'main.ts')],
    outfile: main,
    format: 'esm',
    plugins: [programBeside],
  })
  const { metafile } = await build({
    ...SETTINGS,
    entryPoints: [join(SOURCES, 'run.ts')],
    outfile: program,
    format: 'cjs',
    metafile: true,
  })
  if (main !== undefined) chmodSync(main, 0o755)
  return Object.keys(metafile.inputs)
}
