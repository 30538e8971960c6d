import { findSegmentFault, type Refusal, refuse } from '@sluice/contracts'
import { Long, ObjectId } from 'bson'
import { formatDocument } from './json/format-document.ts'
import { parseDocumentJson } from './json/parse-document.ts'
import { plainValue } from './json/plain-value.ts'
import { findIdFault } from './possible-id.ts'

/** How the documents of one collection are named. Default: the owner's collections. */
export type IdNaming = {
  /** Every segment is a text, whatever it looks like. */
  isTextOnly?: boolean
  /** Texts that mean something else as a segment here. */
  taken?: readonly string[]
}

/** The segment that leaves it to `?id=` which document is meant. No text can be written by it. */
const BY_QUERY = '_id'
const HEX_ID = /^[0-9a-f]{24}$/
const HEX_ID_OF_ANY_CASE = /^[0-9a-f]{24}$/i
const WHOLE_NUMBER = /^-?\d{1,19}$/
const NUMBER = /^[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|Infinity)$|^NaN$/i

/**
 * The path segment and query that lead to a document, percent-encoded: a segment where one can carry the id, else
 * `_id?id=<canonical Extended JSON>`. Ids that the stores take for the same have the same.
 */
export function formatPathId(id: unknown, naming: IdNaming = {}): string {
  const plain = plainValue(id)
  return formatSegment(plain, naming) ?? `${BY_QUERY}?id=${encodeURIComponent(formatDocument(plain, 'canonical'))}`
}

function formatSegment(plain: unknown, naming: IdNaming): string | undefined {
  if (typeof plain === 'string') return formatText(plain, naming)
  if (naming.isTextOnly) return undefined
  if (plain instanceof ObjectId) return plain.toHexString()
  if (typeof plain !== 'number' && !isWholeNumber(plain)) return undefined
  return `${encodeURIComponent(formatNumber(plain))}?id_type=NUMBER`
}

function formatText(text: string, naming: IdNaming): string | undefined {
  if (findNameFault(text, naming)) return undefined
  const needsType = !naming.isTextOnly && HEX_ID_OF_ANY_CASE.test(text)
  return needsType ? `${text}?id_type=STRING` : encodeURIComponent(text)
}

const isWholeNumber = (value: unknown): value is Long => value instanceof Long && !value.unsigned

/** With an exponent it is a double beyond 64 bits; all other digits stand for themselves. */
function formatNumber(plain: number | Long): string {
  return typeof plain === 'number' && Number.isInteger(plain) && !Number.isSafeInteger(plain)
    ? plain.toExponential()
    : String(plain)
}

/** @returns why a segment of a path can not carry a text as an id here, as a sentence, or undefined */
export const findNameFault = (text: string, { taken = [] }: IdNaming = {}): string | undefined =>
  taken.includes(text) ? `"${text}" means something else in this place of a path.` : findSegmentFault(text)

export type PathId = { kind: 'id'; id: unknown }

/**
 * The id that a path names. Exactly what `formatPathId` gives is read: no document has a second path.
 * @param segment decoded
 * @param query `id_type` is `STRING_OID` (default: 24 hexadecimal digits are an ObjectId, all else is a text), `STRING`,
 *   `OID` or `NUMBER`; behind `_id`, and there alone, `id` says all
 */
export function readPathId(segment: string, query: URLSearchParams, naming: IdNaming = {}): PathId | Refusal {
  if (segment === BY_QUERY) return readQueryId(query, naming)
  // Two ids name two documents: which of them is meant, nobody can tell.
  if (query.has('id')) return badQuery('id', 'The path names a document already. Leave id out.')
  const read = readSegment(segment, naming.isTextOnly ? 'STRING' : (query.get('id_type') ?? 'STRING_OID'))
  if (read.kind === 'refuse' || typeof read.id !== 'string') return read
  const fault = findNameFault(segment, naming)
  return fault === undefined
    ? read
    : refuse('BAD_PATH', `${fault} The path of this _id ends in ${formatPathId(segment, naming)}.`)
}

function readSegment(segment: string, idType: string): PathId | Refusal {
  switch (idType) {
    case 'STRING':
      return { kind: 'id', id: segment }
    case 'STRING_OID':
      return HEX_ID_OF_ANY_CASE.test(segment) ? readObjectId(segment) : { kind: 'id', id: segment }
    case 'OID':
      return HEX_ID_OF_ANY_CASE.test(segment) ? readObjectId(segment) : wrongType('OID', '24 hexadecimal digits')
    case 'NUMBER':
      return readNumber(segment)
    default:
      return badQuery('id_type', 'id_type is STRING_OID, STRING, OID or NUMBER.')
  }
}

function readObjectId(segment: string): PathId | Refusal {
  if (HEX_ID.test(segment)) return { kind: 'id', id: new ObjectId(segment) }
  const detail = `An ObjectId is written in lower case: ${segment.toLowerCase()}. For the text itself add ?id_type=STRING.`
  return refuse('BAD_PATH', detail)
}

function readNumber(segment: string): PathId | Refusal {
  if (!NUMBER.test(segment)) return wrongType('NUMBER', 'a number')
  const id = plainValue(WHOLE_NUMBER.test(segment) ? BigInt(segment) : Number(segment))
  const spelling = typeof id === 'number' || isWholeNumber(id) ? formatNumber(id) : segment
  if (spelling === segment) return { kind: 'id', id }
  return refuse(
    'BAD_PATH',
    `A number has one form in a path. That of this number, or of the nearest one, is ${spelling}.`,
  )
}

function readQueryId(query: URLSearchParams, naming: IdNaming): PathId | Refusal {
  if (query.has('id_type')) return badQuery('id_type', 'Behind /_id the parameter id says the type. Leave id_type out.')
  const [text, ...others] = query.getAll('id')
  if (text === undefined || others.length > 0) {
    return badQuery('id', 'Behind /_id say once by ?id= which document is meant: its _id as Extended JSON.')
  }
  const parsed = parseDocumentJson(text)
  if (parsed.kind === 'refuse') return badQuery('id', `id: ${parsed.detail}`)
  const fault = findIdFault(parsed.value)
  if (fault !== undefined) return badQuery('id', `id: ${fault}`)
  const id = plainValue(parsed.value)
  if (formatSegment(id, naming) === undefined && formatDocument(id, 'canonical') === text) return { kind: 'id', id }
  const message = `A document has one path. That of this _id ends in ${formatPathId(id, naming)}.`
  return refuse('BAD_PATH', message, [{ path: 'id', message }])
}

const wrongType = (idType: string, wanted: string): Refusal =>
  refuse('BAD_PATH', `With id_type=${idType} the last part of the path has to be ${wanted}.`)

const badQuery = (path: string, message: string): Refusal => refuse('BAD_QUERY', message, [{ path, message }])
