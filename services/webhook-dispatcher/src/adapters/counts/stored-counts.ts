import type { Document } from '@sluice/store'
import { z } from 'zod'
import type { CountedMinute, Counts } from '../../domain/counts/tally.ts'
import { hourOf } from '../../domain/execution/execution-id.ts'
import type { CountedTime } from '../../ports/count-store.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MINUTES = 60
const HOUR_DIGITS = 10

const number = z.number().default(0)
/** `ms`: how many durations fell into each bucket, by `b` and its number. */
const storedCounts = z.object({
  success: number,
  failed: number,
  events: number,
  ms: z.record(z.string(), z.number()).default({}),
})
const storedHour = storedCounts.extend({ _id: z.string() })
/** The minutes of an hour, by `m` and their number. */
const storedMinutes = z.object({ _id: z.string(), minutes: z.record(z.string(), storedCounts).default({}) })

/** Ids begin with the hour (`yyyymmddhh`), so that hours are looked for, and forgotten, by ranges. */
export const countId = (hour: number, webhookId: string): string => `${hourOf(hour * HOUR_MS)}.${webhookId}`

const webhookOf = (id: string): string => id.slice(HOUR_DIGITS + 1)

function startOf(id: string): number {
  const [year, month, day, hour] = [id.slice(0, 4), id.slice(4, 6), id.slice(6, 8), id.slice(8, HOUR_DIGITS)].map(
    Number,
  )
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour)
}

const toCounts = ({ success, failed, events, ms }: z.infer<typeof storedCounts>): Counts => ({
  success,
  failed,
  events,
  latencies: new Map(Object.entries(ms).map(([bucket, count]) => [Number(bucket.slice(1)), count])),
})

export function readHour(document: Document): CountedTime[] {
  const { data } = storedHour.safeParse(document)
  return data ? [{ webhookId: webhookOf(data._id), at: startOf(data._id), counts: toCounts(data) }] : []
}

export function readMinutes(document: Document): CountedTime[] {
  const { data } = storedMinutes.safeParse(document)
  return Object.entries(data?.minutes ?? {}).map(([minute, counts]) => ({
    webhookId: webhookOf(data?._id ?? ''),
    at: startOf(data?._id ?? '') + Number(minute.slice(1)) * MINUTE_MS,
    counts: toCounts(counts),
  }))
}

/** What one batch adds to the document of one hour, and to that of its minutes. */
export type HourChange = { id: string; hour: Document; minutes: Document }

export function toChanges(counted: readonly CountedMinute[]): HourChange[] {
  const hours = Map.groupBy(counted, ({ webhookId, minute }) => countId(Math.floor(minute / MINUTES), webhookId))
  return [...hours].map(([id, some]) => {
    const hour: Record<string, number> = {}
    const minutes: Record<string, number> = {}
    for (const { minute, counts } of some) {
      for (const [field, count] of increments(counts)) {
        hour[field] = (hour[field] ?? 0) + count
        minutes[`minutes.m${minute % MINUTES}.${field}`] = count
      }
    }
    return { id, hour, minutes }
  })
}

function increments({ success, failed, events, latencies }: Counts): [string, number][] {
  const plain = Object.entries({ success, failed, events }).filter(([, count]) => count > 0)
  return [...plain, ...[...latencies].map(([bucket, count]): [string, number] => [`ms.b${bucket}`, count])]
}
