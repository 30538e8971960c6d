import { v7 } from 'uuid'
import {
  type ServiceSighting,
  sightAllowance,
  sightBudget,
  sightKey,
  sightLeak,
} from '../domain/occurrence/service-words.ts'
import { DAY_MS, tellOf } from '../domain/occurrence/telling.ts'
import type { KeyNews } from '../ports/key-news.ts'
import type { MailAllowance } from '../ports/mail-allowance.ts'
import type { OccurrenceStore } from '../ports/occurrence-store.ts'

type ServiceWatchDependencies = {
  allowance: Pick<MailAllowance, 'today'>
  /** What events and executions take, in bytes. */
  usedBytes(): Promise<number>
  maxBytes: number
  keys: KeyNews
  occurrences: Pick<OccurrenceStore, 'read' | 'unwell' | 'put'>
  now: () => Date
}

/** Keys are looked at so often: they end by the day. */
const KEYS_EVERY_MS = 600_000
const KEYS_AT_ONCE = 500
/** How far back leaks are looked for: what is older may have been told and forgotten since. */
const LOOK_BACK_MS = 2 * DAY_MS

/** Looks how Sluice itself does, and keys, and notes what is to be told of them. */
export function createServiceWatch(dependencies: ServiceWatchDependencies) {
  const { allowance, usedBytes, maxBytes, keys, occurrences, now } = dependencies
  let keysAt = Number.NEGATIVE_INFINITY
  /** What was read and could not be noted is read again. */
  let leaksFrom: number | undefined

  async function note(sightings: readonly ServiceSighting[], at: number): Promise<void> {
    const told = await occurrences.read(sightings.map(({ seen }) => seen.subject))
    for (const { seen, user, body } of sightings) {
      const telling = tellOf(seen, told.get(seen.subject), at)
      if (!telling) continue
      const { name, next } = telling
      const occurrence = name && { eventId: v7({ msecs: at }), name, at, about: { user }, body: body(at), contact: [] }
      await occurrences.put(next, occurrence)
    }
  }

  async function lookAtKeys(at: number): Promise<void> {
    const found = new Set<string>()
    for (let after = ''; ; ) {
      const ending = await keys.ending({ at, after, limit: KEYS_AT_ONCE })
      const sightings = ending.flatMap(key => sightKey(key, at) ?? [])
      for (const { seen } of sightings) found.add(seen.subject)
      await note(sightings, at)
      const last = ending.at(-1)
      if (!last || ending.length < KEYS_AT_ONCE) break
      after = last._id
    }
    await forgetGone(found, at)
  }

  /** Keys that were revoked, or have ended: of them nothing is told any more. */
  async function forgetGone(found: ReadonlySet<string>, at: number): Promise<void> {
    for (let after = ''; ; ) {
      const told = await occurrences.unwell({ prefix: 'key/', after, limit: KEYS_AT_ONCE })
      for (const before of told.filter(({ _id }) => !found.has(_id))) {
        const telling = tellOf({ subject: before._id, state: 'well', since: at }, before, at)
        if (telling) await occurrences.put(telling.next, undefined)
      }
      const last = told.at(-1)
      if (!last || told.length < KEYS_AT_ONCE) return
      after = last._id
    }
  }

  return {
    async look(): Promise<void> {
      const at = now().getTime()
      const wasNear = (await occurrences.read(['store-budget'])).get('store-budget')?.state === 'near'
      const budget = sightBudget(await usedBytes(), maxBytes, { wasNear, at })
      await note([budget, sightAllowance(await allowance.today())], at)
      const { leaks, upTo } = await keys.leaked({ from: Math.max(leaksFrom ?? 0, at - LOOK_BACK_MS), at })
      await note(leaks.map(sightLeak), at)
      leaksFrom = upTo
      if (at - keysAt < KEYS_EVERY_MS) return
      await lookAtKeys(at)
      keysAt = at
    },
  }
}
