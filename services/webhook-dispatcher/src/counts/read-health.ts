import type { WebhookHealth, WebhookRecord } from '@sluice/contracts'
import { judgeHealth } from '../domain/counts/health.ts'
import { sumOf } from '../domain/counts/stats.ts'
import { ALL_WEBHOOKS } from '../domain/counts/tally.ts'
import type { CountStore } from '../ports/count-store.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'
import { readOwnHours } from './read-own-counts.ts'

export type HealthSources = {
  counts: Pick<CountStore, 'hours' | 'minutes' | 'lastEnds'>
  waiting: Pick<WaitingStore, 'lanes' | 'heldSince'>
  now: () => Date
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** Pairs of webhook and target that are looked at for who may be held back. Where there are more, every webhook may be. */
const MOST_LANES = 200
const AT_ONCE = 20
/** The reasons to wait that hold a webhook back. */
const HOLDING = ['held', 'unwell'] as const

/** How each of these webhooks does. `day` is 0 where `hours` are fewer than those of a day. */
export async function readHealth(
  webhooks: readonly WebhookRecord[],
  { counts, waiting, now }: HealthSources,
  hours = DAY_HOURS,
): Promise<ReadonlyMap<string, WebhookHealth>> {
  const at = now().getTime()
  const thisHour = Math.floor(at / HOUR_MS)
  const ids = webhooks.map(({ _id }) => _id)
  const counted = webhooks.map(({ _id, createdAt }) => ({ id: _id, since: createdAt.getTime() }))
  const [rows, all, lastEnds, held] = await Promise.all([
    readOwnHours(counted, lastHours(thisHour, hours), counts),
    counts.hours([ALL_WEBHOOKS], lastHours(thisHour, RECENT_HOURS)),
    counts.lastEnds(ids),
    readHeld(ids, waiting),
  ])
  const rowsOf = Map.groupBy(rows, ({ webhookId }) => webhookId)
  const { events } = sumOf(all)
  const recentFrom = (thisHour - RECENT_HOURS + 1) * HOUR_MS
  return new Map(
    webhooks.map(webhook => {
      const ofDay = rowsOf.get(webhook._id) ?? []
      const end = lastEnds.get(webhook._id)
      const { success, failed } = sumOf(ofDay)
      const recent = { deliveries: sumOf(ofDay.filter(row => row.at >= recentFrom)), events }
      // One that was made anew under an id that was used before has nothing of the former one.
      const lastEnd = end && end.at >= webhook.createdAt.getTime() ? end : undefined
      const facts = { webhook, lastEnd, heldBackSince: held.get(webhook._id), day: { success, failed }, recent, at }
      return [webhook._id, judgeHealth(facts)]
    }),
  )
}

/** This hour and the one before: what states are judged by. */
export const RECENT_HOURS = 2

const lastHours = (thisHour: number, count: number): number[] =>
  Array.from({ length: count }, (_, back) => thisHour - back)

/** Since when (epoch ms) those of these webhooks are held back that are; of all, as far as a look goes, where none are named. */
export async function readHeld(
  ids: readonly string[] | undefined,
  waiting: HealthSources['waiting'],
): Promise<ReadonlyMap<string, number>> {
  const lanes = await waiting.lanes({ webhookId: '', target: '' }, MOST_LANES)
  const inLanes = new Set(lanes.map(({ webhookId }) => webhookId))
  const named = ids ?? [...inLanes]
  const asked = lanes.length < MOST_LANES ? named.filter(id => inLanes.has(id)) : named
  const held = new Map<string, number>()
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    await Promise.all(
      asked.slice(from, from + AT_ONCE).map(async id => {
        const since = await firstHeld(id, waiting)
        if (since !== undefined) held.set(id, since)
      }),
    )
  }
  return held
}

async function firstHeld(webhookId: string, waiting: HealthSources['waiting']): Promise<number | undefined> {
  const found = await Promise.all(HOLDING.map(reason => waiting.heldSince(webhookId, reason)))
  const times = found.flatMap(since => (since ? [since.getTime()] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}
