import { join } from 'node:path'
import process from 'node:process'
import { isExecutable } from '@sluice/testkit/backends'
import { installLocked } from '../install-locked.ts'

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
  const modules = await installLocked({ name: 'run-times', what: 'Node.js 22, Deno, Bun and workerd (500 MB, once)' })
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
