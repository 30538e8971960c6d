import { readdir, readFile } from 'node:fs/promises'

/** A process that is measured, under a name for the reader. */
export type MeasuredProcess = { label: string; pid: number }

/** What processes have used of a core so far, together. */
export async function cpuMicrosOf(processes: readonly Pick<MeasuredProcess, 'pid'>[]): Promise<number> {
  const used = await Promise.all(processes.map(({ pid }) => cpuMicros(pid)))
  return used.reduce((sum, micros) => sum + micros, 0)
}

/** What all threads of a process have used of a core; finer than the hundredths of a second of `/proc/<pid>/stat`. */
export const cpuMicros = (pid: number): Promise<number> =>
  sumOfThreads(pid, 'schedstat', text => Number(text.split(' ')[0]) / 1_000)

/** How often the kernel has taken a core from a thread of these processes, or a thread has given it up, so far. */
export async function contextSwitchesOf(processes: readonly Pick<MeasuredProcess, 'pid'>[]): Promise<number> {
  const counts = await Promise.all(processes.map(({ pid }) => sumOfThreads(pid, 'status', contextSwitchesIn)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const contextSwitchesIn = (status: string): number =>
  [...status.matchAll(/ctxt_switches:\s+(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)

async function sumOfThreads(pid: number, file: string, read: (text: string) => number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const texts = await Promise.all(threads.map(thread => readFile(`/proc/${pid}/task/${thread}/${file}`, 'utf8')))
  return texts.reduce((sum, text) => sum + read(text), 0)
}
