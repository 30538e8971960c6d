// Builds what is published of the SDK, into .cache/sdk. With --check it looks at that, too: how many bytes a page
// loads of it, and whether every resolver finds its files and types. With --pack=<folder> it packs it into that folder, as
// the registry gets it, and prints the archive's path.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readArguments } from '@sluice/testkit/arguments'
import { buildSync, type Metafile } from 'esbuild'
import { buildSdkPackage, PACKAGE, packSdk } from './sdk/build-package.ts'

/** The most bytes of an entry with all that it loads at once, minified and compressed. */
const MOST_BYTES = { 'lib/index.js': 12_000, 'lib/webhooks/index.js': 6_000 } as const

function isSmallEnough([entry, most]: readonly [entry: string, most: number]): boolean {
  const { outputFiles, metafile } = buildSync({
    entryPoints: { entry: join(PACKAGE, entry) },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir: 'out',
    metafile: true,
    write: false,
  })
  const loaded = loadedAtOnce(metafile, 'out/entry.js')
  const texts = outputFiles.filter(({ path }) => [...loaded].some(name => path.endsWith(name)))
  const bytes = gzipSync(Buffer.concat(texts.map(({ contents }) => contents)), { level: 9 }).byteLength
  console.log(`${entry}: ${bytes} of ${most} bytes`)
  return bytes <= most
}

/** The output with all that it imports by statements: what is imported by a call comes later, or never. */
function loadedAtOnce({ outputs }: Metafile, output: string, loaded = new Set<string>()): Set<string> {
  loaded.add(output)
  for (const { kind, path } of outputs[output]?.imports ?? []) {
    if (kind === 'import-statement' && !loaded.has(path)) loadedAtOnce({ inputs: {}, outputs }, path, loaded)
  }
  return loaded
}

/** @returns whether the command found nothing to say */
function isClean(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(join('node_modules/.bin', command), args, { stdio: 'inherit', env: { ...process.env, NO_COLOR: '1' } })
    return true
  } catch {
    return false
  }
}

function isRight(): boolean {
  const judged = [
    ...Object.entries(MOST_BYTES).map(isSmallEnough),
    isClean('publint', [PACKAGE, '--strict']),
    isClean('attw', ['--pack', PACKAGE, '--profile', 'esm-only', '--format', 'ascii']),
  ]
  return judged.every(Boolean)
}

const { values } = readArguments('usage: npm run build:sdk [-- [--check] [--pack=<folder>]]', {
  options: { check: { type: 'boolean', default: false }, pack: { type: 'string' } },
})
if (values.pack === undefined) buildSdkPackage()
else console.log(packSdk(values.pack))
if (values.check) process.exitCode = isRight() ? 0 : 1
