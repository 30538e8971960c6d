import { type PathQuery, queryText } from '../http/call.ts'
import type { WireId } from './document-types.ts'
import { toWireText } from './wire-values.ts'

/** `STRING`: a text that looks like an ObjectId is a text. */
export type IdType = 'STRING_OID' | 'STRING' | 'OID' | 'NUMBER'

/**
 * The path of a document below its collection, with its query. A segment carries texts, ObjectIds and numbers; all else
 * stands behind `_id?id=` as canonical Extended JSON. The server knows each document by this one path.
 */
export function documentPath(id: WireId, { id_type, ...others }: PathQuery): string {
  const wire: unknown = JSON.parse(toWireText(id))
  const number = numberOf(wire)
  const segment = number === undefined ? segmentOf(wire) : numberText(number)
  if (segment === undefined) return `/_id${queryText({ id: JSON.stringify(toCanonical(wire)), ...others })}`
  const type = number === undefined ? id_type : 'NUMBER'
  return `/${encodeURIComponent(segment)}${queryText({ ...others, id_type: type })}`
}

const OBJECT_ID = /^[\da-f]{24}$/i

/** @returns undefined for what no segment can carry */
function segmentOf(id: unknown): string | undefined {
  if (typeof id === 'string') return canBeSegment(id) ? id : undefined
  const hex = typeof id === 'object' && id !== null && '$oid' in id ? String(id.$oid) : ''
  return OBJECT_ID.test(hex) ? hex.toLowerCase() : undefined
}

/** The longest segment, percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 8 * 1024
const UNFIT = /^$|^_|^\*$|^\.{1,2}$|[/\\\p{Cc}]|%(?:2f|5c|2e|00)/iu

/** Slashes, dots alone, and what is left encoded would lead somewhere else; names of a collection begin with `_`. */
const canBeSegment = (text: string): boolean =>
  !UNFIT.test(text) && text.isWellFormed() && encodeURIComponent(text).length <= MAX_SEGMENT_CHARACTERS

/** A whole number of 64 bits as a bigint, any other number as it is; undefined for what is none. Stores tell no more apart. */
function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? wholeNumber(value) : value
  const [name = '', digits] = Object.entries(value ?? {})[0] ?? []
  if (!/^\$number(?:Int|Long|Double)$/.test(name)) return undefined
  if (/^-?\d{1,19}$/.test(digits)) return BigInt(digits)
  return digits === String(Number(digits)) ? Number(digits) : undefined
}

function wholeNumber(value: number): number | bigint {
  const whole = BigInt(value)
  return whole === BigInt.asIntN(64, whole) ? whole : value
}

/** Beyond 64 bits a whole number has an exponent, as its digits would stand for another one. */
const numberText = (number: number | bigint): string =>
  Number.isInteger(number) ? Number(number).toExponential() : String(number)

function toCanonical(value: unknown): unknown {
  const number = numberOf(value)
  if (number !== undefined) return canonicalNumber(number)
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  const ms = '$date' in value ? value.$date : undefined
  if (typeof ms === 'number') return { $date: { $numberLong: String(ms) } }
  const fields = Object.entries(value)
  // Any other value of BSON is canonical as it comes.
  if (fields[0]?.[0].startsWith('$')) return value
  return Object.fromEntries(fields.map(([name, inner]) => [name, toCanonical(inner)]))
}

const canonicalNumber = (number: number | bigint) =>
  typeof number === 'number'
    ? { $numberDouble: String(number).replace(/^-?\d+$/, '$&.0') }
    : { [number === BigInt.asIntN(32, number) ? '$numberInt' : '$numberLong']: String(number) }
