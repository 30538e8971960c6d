import type { Bars, Observations, ProbedKey } from './observations.ts'
import { type Verdict, verdict } from './verdict.ts'

/** R: a revoked key is let in no more, and a live one is never called invalid (G5, G6). */
export function judgeRevocation({ keys }: Observations, { revokedWithinMs }: Pick<Bars, 'revokedWithinMs'>): Verdict {
  const late = keys.filter(key => lateness(key) > revokedWithinMs)
  const lying = keys.filter(({ liesTold }) => liesTold > 0)
  const worst = Math.max(0, ...keys.map(lateness))
  const revoked = new Set(keys.filter(({ revokedAt }) => revokedAt !== undefined).map(({ keyId }) => keyId))
  return verdict('R', `worst ${worst} ms of ${revoked.size} keys`, [
    ...late.map(key => `gateway ${key.gateway + 1} let key ${key.keyId} in ${lateness(key)} ms after its revocation`),
    ...lying.map(key => `gateway ${key.gateway + 1} called the live key ${key.keyId} invalid ${key.liesTold} times`),
  ])
}

/** How long after the answer to its DELETE the last request with it that was let in had begun, in ms. */
const lateness = ({ revokedAt, lastLetInAt }: ProbedKey): number =>
  revokedAt === undefined || lastLetInAt === undefined ? 0 : Math.max(0, lastLetInAt - revokedAt)
