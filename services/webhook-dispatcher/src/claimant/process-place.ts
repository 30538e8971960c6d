import { readFile, readlink } from 'node:fs/promises'
import { z } from 'zod'

/**
 * The process and the machine it runs on. `machine` is another one after each start of the machine, `space` is its
 * namespace of pids.
 */
export const processPlace = z.object({ machine: z.string(), space: z.string(), pid: z.int(), startedAt: z.string() })
export type ProcessPlace = z.infer<typeof processPlace>

const STATE = 0
const STARTED_AT = 19
const GONE_STATES = ['Z', 'X']

/** Finds where this process runs; undefined where the kernel does not say (it has to be Linux). */
export async function ownPlace(): Promise<ProcessPlace | undefined> {
  try {
    const [machine, space, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
      readStatus(process.pid),
    ])
    const startedAt = status[STARTED_AT]
    return startedAt === undefined ? undefined : { machine: machine.trim(), space, pid: process.pid, startedAt }
  } catch {
    return undefined
  }
}

/** Whether that process has surely ended. Of one on another machine, or in another container, nobody here knows. */
export async function isProcessGone(there: ProcessPlace | undefined, here: ProcessPlace | undefined): Promise<boolean> {
  if (!there || !here || there.machine !== here.machine || there.space !== here.space) return false
  if (!isPidTaken(there.pid)) return true
  const status = await readStatus(there.pid).catch(() => undefined)
  if (!status) return false
  return GONE_STATES.includes(status[STATE] ?? '') || status[STARTED_AT] !== there.startedAt
}

/** Also true for a process of another user. */
function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH')
  }
}

/** The fields of `/proc/<pid>/stat` behind the command, which may hold blanks and brackets: proc_pid_stat(5). */
async function readStatus(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
