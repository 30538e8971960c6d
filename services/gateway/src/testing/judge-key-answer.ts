import { expect } from '@jest/globals'
import type { Principal } from '@sluice/contracts'
import { readUser } from '@sluice/documents'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { createFactHistory } from './fact-history.ts'

/** The lease: five seconds less than what is promised. */
const BOUND_MS = 15_000
/** A reading of the store's clock is wrong by half of what it took, and counts as long as the lease of its poll. */
const CLOCK_ERROR_MS = BOUND_MS / 2

/** What a process answered to a secret. Times in ms, of the one clock. */
export type JudgedAnswer = {
  secret: string
  startedAt: number
  answeredAt: number
  found: SignIn | 'unavailable'
  polledAt: number
}

/** What has been true when, and whose secret each is. */
type KeyFacts = { history: ReturnType<typeof createFactHistory>; owners: ReadonlyMap<string, string> }

/** These name what may hold, as the history keeps it: a secret works, a holder is as of a version, the plugin is on. */
export const secretFact = (secret: string) => `secret ${secret}`
export const holderFact = (id: string, version?: unknown) =>
  version === undefined ? `holder ${id}` : `${id} as of ${version}`
export const PLUGIN_FACT = 'plugin enabled'

/** An answer is no yes to what ended a lease ago, and no no to what has held since. */
export function judgeKeyAnswer(facts: KeyFacts, answer: JudgedAnswer): void {
  if (answer.found === 'unavailable') return
  if (answer.found.kind === 'refuse') return judgeNo(facts, answer)
  judgeYes(facts, answer, answer.found.principal)
}

/** What is held was so within the lease, of the answer or, for the holder, who is found before the key, of the start. */
function judgeYes({ history, owners }: KeyFacts, answer: JudgedAnswer, principal: Principal) {
  const { id } = principal
  const { secret, startedAt, answeredAt, polledAt } = answer
  const leased = answeredAt - BOUND_MS
  expect(id).toBe(owners.get(secret))
  expect(history.heldOnceIn(PLUGIN_FACT, [leased, answeredAt])).toBe(true)
  // Read for this request, where it was not held.
  expect(history.heldOnceIn(secretFact(secret), [Math.min(leased, startedAt), answeredAt])).toBe(true)
  const holder = holderFact(String(id), readUser(principal)?.version)
  expect(history.heldOnceIn(holder, [startedAt - BOUND_MS, answeredAt])).toBe(true)
  expect(polledAt).toBeGreaterThan(leased)
}

/** A key works from the moment on at which it is stored: what is not held is read. */
function judgeNo({ history, owners }: KeyFacts, { secret, startedAt, answeredAt }: JudgedAnswer) {
  const end = answeredAt + CLOCK_ERROR_MS
  const others = [holderFact(owners.get(secret) ?? 'nobody'), PLUGIN_FACT]
  const hasHeld =
    history.heldAllOf(secretFact(secret), [startedAt, end]) &&
    others.every(fact => history.heldAllOf(fact, [startedAt - BOUND_MS, end]))
  expect(hasHeld).toBe(false)
}
