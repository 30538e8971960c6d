import { type CountRange, type CountStep, STEP_MS, toBuckets } from '../domain/counts/stats.ts'
import { ALL_WEBHOOKS } from '../domain/counts/tally.ts'
import { timeOfId } from '../domain/execution/execution-id.ts'
import type { CountStore } from '../ports/count-store.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'
import { type CountedWebhook, readOwnHours, readOwnMinutes } from './read-own-counts.ts'

export type CountSources = { counts: CountStore; waiting: Pick<WaitingStore, 'waitingIds'> }

/** `webhooks`: undefined: all of them together, those too that are gone. */
export type StatsQuery = CountRange & { webhooks: readonly CountedWebhook[] | undefined; step: CountStep }

const HOUR_MS = 3_600_000
/** Documents that one look takes: those with minutes are up to 60 times as large. */
const MOST_HOURS = 20_000
const MOST_MINUTES = 5_000
/** Deliveries that wait and are looked at. */
const MOST_PENDING = 20_000

const ALL_TOGETHER: CountedWebhook = { id: ALL_WEBHOOKS, since: 0 }

/** What the deliveries of a time came to. The newest first, as far as a look goes: `countedFrom` says where it has ended. */
export async function readStats({ webhooks, from, to, step }: StatsQuery, { counts, waiting }: CountSources) {
  const ms = STEP_MS[step]
  const isByMinute = ms < HOUR_MS
  const counted = webhooks ?? [ALL_TOGETHER]
  const first = Math.floor((Math.floor(from / ms) * ms) / HOUR_MS)
  const last = Math.ceil(to / HOUR_MS) - 1
  const most = Math.max(1, Math.floor((isByMinute ? MOST_MINUTES : MOST_HOURS) / Math.max(1, counted.length)))
  const start = Math.max(first, last - most + 1)
  const hours = Array.from({ length: Math.max(0, last - start + 1) }, (_, index) => start + index)
  const countedFrom = start > first ? Math.ceil((start * HOUR_MS) / ms) * ms : undefined
  const range = { from: countedFrom ?? from, to }
  const [rows, ids] = await Promise.all([
    isByMinute ? readOwnMinutes(counted, hours, counts) : readOwnHours(counted, hours, counts),
    waiting.waitingIds(
      webhooks?.map(({ id }) => id),
      { ...range, limit: MOST_PENDING + 1 },
    ),
  ])
  return {
    step,
    buckets: toBuckets(rows, ids.slice(0, MOST_PENDING).map(timeOfId), { ...range, step }),
    ...(countedFrom === undefined ? {} : { countedFrom: { $date: countedFrom } }),
    ...(ids.length > MOST_PENDING ? { morePending: true as const } : {}),
  }
}
