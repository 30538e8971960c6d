import { execFile } from 'node:child_process'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@sluice/testkit'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = ['consume.ts', 'command-line.ts', 'edge-worker.ts', 'edge.capnp', 'page.ts', 'web-worker.ts']
const BUNDLES = ['edge-worker', 'page', 'web-worker']

/** What the examples of receivers stand on. */
const FRAMEWORKS = ['express', 'fastify', 'hono']

const run = promisify(execFile)

/**
 * Makes a program that depends on the SDK as the registry gets it, in a folder of its own: outside of this repository, so
 * that nothing of it is found there. What browsers and workers run is bundled beside it, as `<name>.js`.
 */
export async function installConsumer(): Promise<string> {
  const folder = await temporaryDirectory()
  const { stdout } = await run(process.execPath, ['tools/sdk.ts', `--pack=${folder}`], { cwd: ROOT })
  const archive = `file:./${basename(stdout.trim())}`
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies: { '@sluice/sdk': archive } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const name of SOURCES) await copyFile(fileURLToPath(new URL(name, import.meta.url)), join(folder, name))
  await run('npm', ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
  })
  for (const name of FRAMEWORKS) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  await build({
    entryPoints: BUNDLES.map(name => join(folder, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  return folder
}
