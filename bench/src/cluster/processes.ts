import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { StartedCluster } from '@sluice/e2e'
import type { Figure } from '../figure.ts'
import { residentMegabytes } from '../standalone.ts'

const IDLE_MS = 30_000
/** `/proc` counts in hundredths of a second on every Linux that Node runs on. */
const MS_PER_TICK = 10

/** What a process has used of a core since it began, in user and kernel mode together. */
export async function cpuMs(pid: number): Promise<number> {
  const fields = await readStat(pid)
  const user = fields[11]
  const system = fields[12]
  return (Number(user) + Number(system)) * MS_PER_TICK
}

/** Its state, the id of its parent, and so on. */
export async function readStat(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program stands in parentheses and may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** All threads of a process to these cores. */
export function pin(pid: number, cores: string): void {
  spawnSync('taskset', ['-acp', cores, String(pid)])
}

/** What each process takes while nobody asks anything of it. */
export async function measureIdleCpu({ processes }: StartedCluster): Promise<Figure[]> {
  const before = await Promise.all(processes.map(({ pid }) => cpuMs(pid())))
  await wait(IDLE_MS)
  const after = await Promise.all(processes.map(({ pid }) => cpuMs(pid())))
  return processes.map(({ label }, index) => {
    const used = (after[index] ?? Number.NaN) - (before[index] ?? Number.NaN)
    return { name: `idle CPU, ${label}`, value: (100 * used) / IDLE_MS, unit: '% of a core', bar: '< 0.5' }
  })
}

/** @param when stands in the name of each figure */
export async function measureMemory({ processes }: StartedCluster, when: string): Promise<Figure[]> {
  return Promise.all(
    processes.map(async ({ label, pid }) => ({
      name: `resident memory ${when}, ${label}`,
      value: await residentMegabytes(pid()),
      unit: 'MB',
      bar: '≤ 150',
    })),
  )
}
