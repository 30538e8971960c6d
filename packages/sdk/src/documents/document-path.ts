import { type PathQuery, queryText } from '../http/call.ts'
import type { WireId } from './document-types.ts'
import { toWireText } from './wire-values.ts'

/** `STRING`: a text that looks like an ObjectId is a text. */
export type IdType = 'STRING_OID' | 'STRING' | 'OID' | 'NUMBER'

/**
 * The path of a document below its collection, with its query. A segment carries texts, ObjectIds and numbers; all else
 * stands behind `_id?id=` as Extended JSON.
 */
export function documentPath(id: WireId, query: PathQuery): string {
  const { id_type, ...others } = query
  const segment = segmentOf(id)
  if (segment === undefined) return `/_id${queryText({ id: canonicalText(id), ...others })}`
  return `/${encodeURIComponent(segment)}${queryText(typeof id === 'number' ? { ...query, id_type: 'NUMBER' } : query)}`
}

const OBJECT_ID = /^[\da-f]{24}$/i

/** @returns undefined for what no segment can carry */
function segmentOf(id: WireId): string | undefined {
  if (typeof id === 'string') return canBeSegment(id) ? id : undefined
  if (typeof id === 'number') return numberText(id)
  return '$oid' in id && typeof id.$oid === 'string' && OBJECT_ID.test(id.$oid) ? id.$oid : undefined
}

/** The longest segment, percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 8 * 1024
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNFIT = /^$|^_|^\*$|^\.{1,2}$|[/\\\u0000-\u001f\u007f-\u009f]|%(?:2f|5c|2e|00)/i

/** Slashes, dots alone, and what is left encoded would lead somewhere else; names of a collection begin with `_`. */
const canBeSegment = (text: string): boolean =>
  !UNFIT.test(text) && text.isWellFormed() && encodeURIComponent(text).length <= MAX_SEGMENT_CHARACTERS

/** Beyond 2^53 a number has an exponent, as its digits would stand for another one. */
const numberText = (id: number): string =>
  Number.isInteger(id) && !Number.isSafeInteger(id) ? id.toExponential() : String(id)

const canonicalText = (id: WireId): string =>
  typeof id === 'object' && '$date' in id && typeof id.$date === 'number'
    ? JSON.stringify({ $date: { $numberLong: String(id.$date) } })
    : toWireText(id)
