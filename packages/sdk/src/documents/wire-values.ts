import type { WireInstant, WireObjectId } from './document-types.ts'

/** A date of a document. @param value what stands in the document */
export const toDate = ({ $date }: WireInstant): Date => new Date($date)
export const toWireDate = (date: Date): WireInstant => ({ $date: date.getTime() })
export const toObjectId = (hex: string): WireObjectId => ({ $oid: hex })

/** A whole number of 64 bits, as the wire has it: a number where that loses nothing. */
export const toBigInt = (value: number | { $numberLong: string }): bigint =>
  BigInt(typeof value === 'number' ? value : value.$numberLong)

/** The part that all ObjectIds of this process share, and the next one's number. It is drawn at the first use. */
let series: { process: string; next: number } | undefined

/** A fresh ObjectId: the time in seconds, a random value of this process, a counter. */
export function newObjectId(): WireObjectId {
  series ??= startSeries()
  series.next = (series.next + 1) & 0xffffff
  const seconds = Math.floor(Date.now() / 1000)
  return { $oid: `${digits(seconds, 8)}${series.process}${digits(series.next, 6)}` }
}

function startSeries() {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => digits(byte, 2))
  return { process: bytes.slice(3).join(''), next: Number.parseInt(bytes.slice(0, 3).join(''), 16) }
}

const digits = (value: number, length: number): string => value.toString(16).padStart(length, '0')

/**
 * The JSON text of what is sent. Dates and whole numbers of 64 bits have a form of their own on the wire, so that they are
 * stored as what they are.
 */
export const toWireText = (value: unknown): string => JSON.stringify(toWire(value))

function toWire(value: unknown): unknown {
  if (value instanceof Date) return toWireDate(value)
  if (typeof value === 'bigint') return { $numberLong: String(value) }
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toWire(inner)]))
}

/** Makes dates of `{$date}`. It is the reviver of `JSON.parse`. */
export const reviveDates = (_: string, value: unknown): unknown =>
  isWireInstant(value) ? new Date(value.$date) : value

const isWireInstant = (value: unknown): value is WireInstant =>
  typeof value === 'object' &&
  value !== null &&
  '$date' in value &&
  typeof value.$date === 'number' &&
  Object.keys(value).length === 1
