import type { Observations, ProcessRecord, Resources } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

const FACTOR = 1.1
const MEGABYTE = 1024 ** 2
// Kept-alive connections come and go, caches fill, and the allocator keeps pages that it may need: so much is no leak.
const SPARE = { descriptors: 16, liveBytes: 8 * MEGABYTE, residentBytes: 32 * MEGABYTE } satisfies Resources

/** X: no process complained or died by itself, and descriptors and memory came back. */
export function judgeProcesses({ processes }: Pick<Observations, 'processes'>): PromiseVerdict {
  const findings = processes.flatMap(record => [
    ...(record.diedAlone ? [`${record.name} ended by itself`] : []),
    ...record.complaints.map(line => `${record.name}: ${line}`),
    ...grown(record),
  ])
  const growth = `${mega(mostGrown(processes, 'liveBytes'))} MB live and ${mega(mostGrown(processes, 'residentBytes'))} MB`
  return verdict(
    'X',
    `${findings.length} complaints of ${processes.length} processes, ${growth} more at most`,
    findings,
  )
}

function grown({ name, resources }: ProcessRecord): string[] {
  if (!resources) return []
  const { before, after } = resources
  const hasGrown = (key: keyof Resources) => after[key] > before[key] * FACTOR + SPARE[key]
  return [
    ...(hasGrown('descriptors') ? [`${name}: ${before.descriptors} descriptors, then ${after.descriptors}`] : []),
    ...(hasGrown('liveBytes') ? [`${name}: ${mega(before.liveBytes)} MB live, then ${mega(after.liveBytes)}`] : []),
    ...(hasGrown('residentBytes')
      ? [`${name}: ${mega(before.residentBytes)} MB resident, then ${mega(after.residentBytes)}`]
      : []),
  ]
}

const mostGrown = (processes: readonly ProcessRecord[], key: keyof Resources): number =>
  Math.max(0, ...processes.map(({ resources }) => (resources ? resources.after[key] - resources.before[key] : 0)))

const mega = (bytes: number): string => (bytes / MEGABYTE).toFixed(0)
