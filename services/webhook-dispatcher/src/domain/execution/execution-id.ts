import { hash } from 'node:crypto'

/**
 * The id of what one webhook does about one event, the same whoever computes it: a UUIDv8 of the event's time (48 bits)
 * and SHA-256 of both ids (74 bits). It is the `webhook-id` of every attempt and the `_id` of the log entry.
 * @param eventId a UUIDv7
 */
export const executionId = (eventId: string, webhookId: string): string => hashedId(eventId, `${eventId}\n${webhookId}`)

/**
 * The id of the `number`th time that somebody has asked for a delivery again: whoever asks at the same moment as another
 * asks for the same.
 * @param original the delivery id
 */
export const redeliveryId = (original: string, number: number): string => hashedId(original, `${original}\n${number}`)

/** A UUIDv8 of the time of `id` and a hash of `text`. */
function hashedId(id: string, text: string): string {
  const digest = hash('sha256', text, 'hex')
  const variant = ((Number.parseInt(digest.slice(4, 5), 16) & 0x3) | 0x8).toString(16)
  return `${id.slice(0, 13)}-8${digest.slice(1, 4)}-${variant}${digest.slice(5, 8)}-${digest.slice(8, 20)}`
}

/** The time in an event id or delivery id, in epoch ms. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The UTC day in an event id or delivery id, as `yyyymmdd`: the bucket that the event and its executions live in. */
export const dayOfId = (id: string): string => dayOf(timeOfId(id))

/** The UTC day of an instant (epoch ms) as `yyyymmdd`. */
export const dayOf = (at: number): string => hourOf(at).slice(0, 8)

const HOUR_MS = 3_600_000
/** Asked many times for each event, and nearly always about this hour. */
let lastHour = { hours: Number.NaN, text: '' }

/** The UTC hour of an instant (epoch ms) as `yyyymmddhh`. */
export function hourOf(at: number): string {
  const hours = Math.floor(at / HOUR_MS)
  if (hours !== lastHour.hours) {
    lastHour = { hours, text: new Date(at).toISOString().slice(0, 13).replaceAll(/[-T]/g, '') }
  }
  return lastHour.text
}

/** The UTC hour in an event id as `yyyymmddhh`: the bucket of its bodies. */
export const hourOfId = (id: string): string => hourOf(timeOfId(id))

/** The smallest event id of that millisecond: ids made at or after `at` (epoch ms) are not below it. */
export const firstIdAt = (at: number): string =>
  at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000')
