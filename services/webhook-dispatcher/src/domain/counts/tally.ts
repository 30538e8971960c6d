import { bucketOf } from './latency.ts'

/** In the place of a webhook's id: all of them together. No webhook's id is empty. */
export const ALL_WEBHOOKS = ''

const MINUTE_MS = 60_000

/** What came of deliveries. `events`: exchanges that were handled, which is counted of all webhooks together only. */
export type Counts = { success: number; failed: number; events: number; latencies: Map<number, number> }

/** What was counted of one webhook in one minute, by the time of the event; `minute`: since 1970. */
export type CountedMinute = { webhookId: string; minute: number; counts: Counts }

/**
 * How a webhook's newest delivery has ended. `since`: when the first ended so without another end after it, as far as it was
 * counted; `isChange`: one that ended otherwise was counted before it.
 */
export type LastEnd = {
  isSuccess: boolean
  at: number
  statusCode: number | null
  since: number
  isChange: boolean
  /** The ids of the entries: of the first that ended so, and of the newest. */
  firstEntry?: string | undefined
  lastEntry?: string | undefined
}

export type CountBatch = { minutes: readonly CountedMinute[]; lastEnds: ReadonlyMap<string, LastEnd> }

/** A delivery that has ended. Instants in epoch ms; `durationMs` is undefined where nothing was sent. */
export type EndedDelivery = {
  webhookId: string
  eventAt: number
  endedAt: number
  isSuccess: boolean
  durationMs: number | undefined
  statusCode: number | null
  /** Its id in the log. */
  entryId?: string | undefined
}

export type Tally = ReturnType<typeof createTally>

/** Counts in memory what is written later. Of more than `most` minutes of webhooks the rest is not counted. */
export function createTally(most: number) {
  let minutes = new Map<string, CountedMinute>()
  let lastEnds = new Map<string, LastEnd>()
  let dropped = 0

  function countsOf(webhookId: string, at: number): Counts | undefined {
    const minute = Math.floor(at / MINUTE_MS)
    const key = `${minute}.${webhookId}`
    const known = minutes.get(key)
    if (known) return known.counts
    if (minutes.size >= most) {
      dropped += 1
      return undefined
    }
    const counts: Counts = { success: 0, failed: 0, events: 0, latencies: new Map() }
    minutes.set(key, { webhookId, minute, counts })
    return counts
  }

  function count(counts: Counts, { isSuccess, durationMs }: EndedDelivery): void {
    counts[isSuccess ? 'success' : 'failed'] += 1
    if (durationMs === undefined) return
    const bucket = bucketOf(durationMs)
    counts.latencies.set(bucket, (counts.latencies.get(bucket) ?? 0) + 1)
  }

  return {
    /** @param at when it was, epoch ms */
    event(at: number): void {
      const counts = countsOf(ALL_WEBHOOKS, at)
      if (counts) counts.events += 1
    },
    ended(delivery: EndedDelivery): void {
      const { webhookId, eventAt } = delivery
      for (const counted of [webhookId, ALL_WEBHOOKS]) {
        const counts = countsOf(counted, eventAt)
        if (counts) count(counts, delivery)
      }
      if (lastEnds.size < most || lastEnds.has(webhookId)) {
        lastEnds.set(webhookId, follow(lastEnds.get(webhookId), delivery))
      }
    },
    /** Takes what was counted since the last time. @returns undefined where that is nothing */
    take(): CountBatch | undefined {
      if (minutes.size === 0 && lastEnds.size === 0) return undefined
      const batch = { minutes: [...minutes.values()], lastEnds }
      minutes = new Map()
      lastEnds = new Map()
      return batch
    },
    /** @returns how many were not counted since the last time */
    takeDropped(): number {
      const before = dropped
      dropped = 0
      return before
    },
  }
}

function follow(before: LastEnd | undefined, { isSuccess, endedAt, statusCode, entryId }: EndedDelivery): LastEnd {
  const next = { isSuccess, at: endedAt, statusCode, lastEntry: entryId }
  if (!before) return { ...next, since: endedAt, firstEntry: entryId, isChange: false }
  if (before.isSuccess !== isSuccess) return { ...next, since: endedAt, firstEntry: entryId, isChange: true }
  return { ...next, since: before.since, firstEntry: before.firstEntry, isChange: before.isChange }
}
