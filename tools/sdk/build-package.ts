import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'

const SOURCE = 'packages/sdk'
/** The folder that is published. It is no part of the workspace, whose checks would read each file twice. */
export const PACKAGE = '.cache/sdk'

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})

/**
 * Builds what is published of the SDK, by the compiler alone: `lib` is what programs import, `src` what their editors show.
 * It is compiled against the types of browsers, so that what only Node.js has does not compile.
 */
export function buildSdkPackage(): void {
  buildInto(PACKAGE)
}

/**
 * Packs what is published of the SDK, as the registry gets it. It is built apart, so that two who build at once do not meet.
 * @param destination the folder of the archive
 * @returns the archive's path
 */
export function packSdk(destination: string): string {
  const folder = `${PACKAGE}-${process.pid}`
  try {
    buildInto(folder)
    const args = ['pack', `./${folder}`, '--pack-destination', destination, '--silent']
    return join(destination, execFileSync('npm', args, { encoding: 'utf8' }).trim())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildInto(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(SOURCE, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: file => !file.endsWith('.spec.ts'),
  })
  compile(folder)
  for (const file of [join(SOURCE, 'README.md'), 'LICENSE'])
    copyFileSync(file, join(folder, file.split('/').at(-1) ?? ''))
  const text = readFileSync(join(SOURCE, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(text), null, 2)}\n`)
}

/** Compiles `src` of a folder into its `lib`, as the SDK's own settings say. */
function compile(folder: string): void {
  const project = join(folder, 'tsconfig.json')
  const settings = {
    extends: relative(folder, join(SOURCE, 'tsconfig.build.json')),
    compilerOptions: { rootDir: 'src', outDir: 'lib' },
    include: ['src'],
  }
  writeFileSync(project, JSON.stringify(settings))
  execFileSync(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', project], { stdio: 'inherit' })
  rmSync(project)
}

/** What stands in the workspace leads to sources; what is published leads to what was compiled. */
function publishedManifest(text: string): object {
  const { exports, ...described } = manifest.parse(JSON.parse(text))
  return {
    ...described,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(Object.entries(exports).map(([name, source]) => [name, compiledExport(source)])),
    files: ['lib', 'src'],
    publishConfig: { access: 'public' },
  }
}

function compiledExport(source: string): unknown {
  const [, path] = /^\.\/src\/(.+)\.ts$/.exec(source) ?? []
  return path === undefined ? source : { types: `./lib/${path}.d.ts`, default: `./lib/${path}.js` }
}
