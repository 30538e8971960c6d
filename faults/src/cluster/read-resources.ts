import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Resources } from '../oracle/observations.ts'
import { readRigLines } from './rig-lines.ts'

/** A process did not do within the time what the rig needs of it. */
class SilentProcessError extends Error {
  override name = 'SilentProcessError'
}

const KILOBYTE = 1024
const COLLECT_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 20

/** What a process holds once it has collected its garbage. @param folder of its logs @throws SilentProcessError */
export async function readResources(pid: number, folder: string): Promise<Resources> {
  const liveBytes = await collect(pid, folder)
  const [descriptors, status] = await Promise.all([readdir(`/proc/${pid}/fd`), readFile(`/proc/${pid}/status`, 'utf8')])
  const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * KILOBYTE
  return { descriptors: descriptors.length, liveBytes, residentBytes }
}

/** Bytes of memory that are nobody else's and no file's; undefined of a process that is gone. */
export async function readMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /RssAnon:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTE
}

async function collect(pid: number, folder: string): Promise<number> {
  const before = (await readRigLines(folder, 'collected')).length
  const end = performance.now() + COLLECT_WITHIN_MS
  process.kill(pid, 'SIGUSR2')
  while (performance.now() < end) {
    const collected = (await readRigLines(folder, 'collected')).at(before)
    if (collected) return collected.liveBytes
    await wait(LOOK_AGAIN_MS)
  }
  throw new SilentProcessError(`Process ${pid} did not collect its garbage within ${COLLECT_WITHIN_MS} ms.`)
}
