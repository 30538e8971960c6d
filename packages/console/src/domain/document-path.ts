import { formOf, plainId } from './plain-id.ts'

/** What ends a segment of a path, leads elsewhere in it, or is refused there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNFIT = /^$|^\.{1,2}$|^\*$|^_|[/\\\u0000-\u001f\u007f-\u009f]|%(?:2f|5c|2e|00)/i
/** The longest segment, percent-encoded. */
const MAX_SEGMENT_CHARACTERS = 8 * 1024
const HEX_ID = /^[0-9a-f]{24}$/i

/**
 * The end of the path of a document whose id is a text, percent-encoded: the id as a segment, or `_id?id=` where a
 * segment can't carry it. Each document has one path.
 */
export const documentPath = (id: string): string => (canBeSegment(id) ? encodeURIComponent(id) : queryPath(id))

const canBeSegment = (id: string): boolean =>
  !UNFIT.test(id) && id.isWellFormed() && encodeURIComponent(id).length <= MAX_SEGMENT_CHARACTERS

const queryPath = (id: unknown): string => `_id?id=${encodeURIComponent(JSON.stringify(id))}`

/**
 * The same for the documents of any collection.
 * @param id as canonical Extended JSON; a number without a type is one too
 */
export function typedDocumentPath(id: unknown): string {
  if (typeof id === 'string') return HEX_ID.test(id) ? `${id}?id_type=STRING` : documentPath(id)
  const plain = plainId(id)
  const [name, written = ''] = formOf(plain) ?? []
  if (name === '$oid') return written
  if (name !== undefined && NUMBERS.includes(name))
    return `${encodeURIComponent(numberText(name, written))}?id_type=NUMBER`
  return queryPath(plain)
}

const NUMBERS = ['$numberInt', '$numberLong', '$numberDouble']

/** The one form that a number has in a path: beyond 2^53 a double has an exponent. */
function numberText(name: string, written: string): string {
  const value = Number(written)
  const isLarge = name === '$numberDouble' && Number.isInteger(value)
  return isLarge ? value.toExponential() : written
}
