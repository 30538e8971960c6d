import { createHash } from 'node:crypto'

const TIME_BYTES = 6

/**
 * The id of what one webhook does about one event, the same whoever computes it: a UUIDv8 of the event's time (48 bits)
 * and SHA-256 of both ids (74 bits). It is the `webhook-id` of every attempt and the `_id` of the log entry.
 * @param eventId a UUIDv7
 */
export function deliveryId(eventId: string, webhookId: string): string {
  const time = Buffer.from(eventId.replaceAll('-', '').slice(0, 2 * TIME_BYTES), 'hex')
  const digest = createHash('sha256').update(`${eventId}\n${webhookId}`).digest()
  const id = Buffer.concat([time, digest.subarray(0, 16 - TIME_BYTES)])
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The time in an event id or delivery id, in epoch ms. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 2 * TIME_BYTES), 16)
}

/** The UTC day in an event id or delivery id, as `yyyymmdd`: the bucket that the event and its executions live in. */
export const dayOfId = (id: string): string => dayOf(timeOfId(id))

/** The UTC day of an instant (epoch ms) as `yyyymmdd`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

/** The smallest event id of that millisecond: ids made at or after `at` (epoch ms) are not below it. */
export const firstIdAt = (at: number): string =>
  at
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000')
