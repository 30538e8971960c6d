import { createHash } from 'node:crypto'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { inCache, isExecutable, runInstaller } from '@sluice/testkit/backends'

const LOCKED = fileURLToPath(new URL('../../run-times', import.meta.url))
const FILES = ['package.json', 'package-lock.json', '.npmrc']
const ARCHITECTURES: Readonly<Record<string, { deno: string; bun: string; workerd: string }>> = {
  x64: { deno: 'linux-x64-glibc', bun: 'linux-x64', workerd: 'linux-64' },
  arm64: { deno: 'linux-arm64-glibc', bun: 'linux-aarch64', workerd: 'linux-arm64' },
}

/** The programs of run-times; undefined is one that is not on this machine. */
export type RunTimePrograms = Record<'node' | 'deno' | 'bun' | 'workerd', string | undefined>

/**
 * Finds the run-times that are locked beside this suite, and installs them into the cache where they are not in it: they
 * are 500 MB, which nobody needs who does not try the SDK on them.
 */
export async function provideRunTimes(): Promise<RunTimePrograms> {
  const names = ARCHITECTURES[process.arch]
  if (process.platform !== 'linux' || names === undefined) {
    return { node: undefined, deno: undefined, bun: undefined, workerd: undefined }
  }
  const modules = join(await installLocked(), 'node_modules')
  const find = async (...path: string[]) => {
    const program = join(modules, ...path)
    return (await isExecutable(program)) ? program : undefined
  }
  return {
    node: await find(`node-linux-${process.arch}`, 'bin', 'node'),
    deno: await find('@deno', names.deno, 'deno'),
    bun: await find('@oven', `bun-${names.bun}`, 'bin', 'bun'),
    workerd: await find('@cloudflare', `workerd-${names.workerd}`, 'bin', 'workerd'),
  }
}

/** Two who install at once do so apart, and the first gives the folder its name. @returns a folder, which lacks what failed */
async function installLocked(): Promise<string> {
  const lock = await readFile(join(LOCKED, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const folder = join(await inCache('run-times'), version)
  if (await isExecutable(join(folder, 'node_modules'))) return folder
  const fetched = await inCache(join('run-times', `${version}.${process.pid}`))
  for (const name of FILES) await copyFile(join(LOCKED, name), join(fetched, name))
  const args = ['ci', '--silent']
  const what = 'Node.js 22, Deno, Bun and workerd (500 MB, once)'
  if (!(await runInstaller({ what, command: 'npm', args, folder: fetched }))) return fetched
  await rename(fetched, folder).catch(() => rm(fetched, { recursive: true, force: true }))
  return folder
}
