import { randomUUID } from 'node:crypto'

/**
 * A UUIDv7 of a time in epoch ms. Its random part is that of a v4, for which Node draws randomness for many at once: a
 * draw for each costs ten times as much.
 */
export function newRequestId(atMs: number): string {
  if (last.at !== atMs) last = { at: atMs, front: frontOf(atMs) }
  return last.front + randomUUID().slice(15)
}

/** Many requests come within a millisecond. */
let last = { at: Number.NaN, front: '' }

function frontOf(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}
