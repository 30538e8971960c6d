import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalProcess } from '@sluice/testkit/backends'
import type { Resources } from '../oracle/observations.ts'
import type { ManagedProcess, Role } from './cluster.ts'

export type RunningProcess = {
  name: string
  role: Role
  running: LocalProcess
  /** Where it writes `stdout.log` and `stderr.log`. */
  folder: string
}

const COMPLAINT = /unhandled|uncaught|heap out of memory|MaxListenersExceeded|ERR_UNHANDLED|"level":60|"level":"fatal"/i
const KILOBYTE = 1024

/** A process that runs already, from now on in the hands of the rig. */
export function manage({ name, role, running, folder }: RunningProcess): ManagedProcess {
  let isKilled = false
  return {
    name,
    role,
    async kill() {
      isKilled = true
      await running.kill()
    },
    async leave() {
      isKilled = true
      await running.terminate()
    },
    async restart() {
      await running.start()
      isKilled = false
    },
    freeze: running.freeze,
    thaw: running.thaw,
    async look() {
      if (!running.isRunning()) return undefined
      const pid = running.pid()
      return { pid, resources: await readResources(pid) }
    },
    diedAlone: () => !isKilled && !running.isRunning(),
    complaints: () => readComplaints(folder),
  }
}

async function readResources(pid: number): Promise<Resources> {
  const [descriptors, status] = await Promise.all([readdir(`/proc/${pid}/fd`), readFile(`/proc/${pid}/status`, 'utf8')])
  const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * KILOBYTE
  return { descriptors: descriptors.length, residentBytes }
}

async function readComplaints(folder: string): Promise<string[]> {
  const texts = await Promise.all(['stdout.log', 'stderr.log'].map(name => readFile(join(folder, name), 'utf8')))
  return texts.flatMap(text => text.split('\n').filter(line => COMPLAINT.test(line))).map(line => line.slice(0, 300))
}
