import type { Observations, ProbedKey, PromisedBars } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

// The driver's key is always alive, and its requests are permitted.
const LIES = new Set([401, 403])

/** R: a revoked key is let in no more, and a live one is never called invalid (G5, G6). */
export function judgeRevocation(
  seen: Observations,
  { revokedWithinMs }: Pick<PromisedBars, 'revokedWithinMs'>,
): PromiseVerdict {
  const { keys } = seen
  const worst = keys.toSorted((a, b) => lateness(b) - lateness(a))[0]
  const late = keys.filter(key => lateness(key) > revokedWithinMs)
  const lying = keys.filter(({ liesTold }) => liesTold > 0)
  const driven = seen.sent.filter(({ answer }) => answer && LIES.has(answer.status))
  const revoked = new Set(keys.filter(({ revokedAt }) => revokedAt !== undefined).map(({ keyId }) => keyId))
  return verdict('R', `worst ${worst ? describeLateness(worst, seen) : '0 ms'} of ${revoked.size} keys`, [
    ...late.map(key => `gateway ${key.gateway + 1} let key ${key.keyId} in ${describeLateness(key, seen)}`),
    ...lying.map(key => `gateway ${key.gateway + 1} called the live key ${key.keyId} invalid ${key.liesTold} times`),
    ...driven.map(({ gateway, tag, answer }) => `gateway ${gateway + 1} answered ${answer?.status} to ${tag}`),
  ])
}

function describeLateness(key: ProbedKey, { phases }: Pick<Observations, 'phases'>): string {
  const at = key.revokedAt ?? 0
  const phase = phases.find(({ from, to }) => at >= from && at <= to)
  const when = phase ? ` (${phase.name})` : phases.length > 0 ? ' (between the phases)' : ''
  return `${lateness(key)} ms after its revocation${when}`
}

/** How long after the answer to its DELETE the last request with it that was let in had begun, in ms. */
const lateness = ({ revokedAt, lastLetInAt }: ProbedKey): number =>
  revokedAt === undefined || lastLetInAt === undefined ? 0 : Math.max(0, lastLetInAt - revokedAt)
