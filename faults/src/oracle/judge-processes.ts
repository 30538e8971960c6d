import type { Observations, ProcessRecord, Resources } from './observations.ts'
import { type Verdict, verdict } from './verdict.ts'

const FACTOR = 1.1
// Kept-alive connections come and go, and a heap settles when it likes: so much is no leak.
const SPARE = { descriptors: 16, residentBytes: 32 * 1024 ** 2 } satisfies Resources

/** X: no process complained or died by itself, and descriptors and memory came back. */
export function judgeProcesses({ processes }: Pick<Observations, 'processes'>): Verdict {
  const findings = processes.flatMap(record => [
    ...(record.diedAlone ? [`${record.name} ended by itself`] : []),
    ...record.complaints.map(line => `${record.name}: ${line}`),
    ...grown(record),
  ])
  return verdict('X', `${processes.length} processes, ${findings.length} complaints`, findings)
}

function grown({ name, resources }: ProcessRecord): string[] {
  if (!resources) return []
  const { before, after } = resources
  const hasGrown = (key: keyof Resources) => after[key] > before[key] * FACTOR + SPARE[key]
  return [
    ...(hasGrown('descriptors') ? [`${name}: ${before.descriptors} descriptors, then ${after.descriptors}`] : []),
    ...(hasGrown('residentBytes') ? [`${name}: ${mega(before)} MB resident, then ${mega(after)} MB`] : []),
  ]
}

const mega = ({ residentBytes }: Resources): string => (residentBytes / 1024 ** 2).toFixed(0)
