import { type Document as BsonDocument, deserialize, serialize } from 'bson'
import { InvalidQueryError } from './errors.ts'
import { isArray, isDocument } from './matching/values/value.ts'
import { type PlainCopy, plainCopy } from './plain-copy.ts'
import type { Document } from './port.ts'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
/** The limit is that of a MongoDB server; what is nested deeper could not be read again without care everywhere. */
const MAX_LEVELS = 200
const TOO_LARGE = 'A document may have 16 MB at most.'

/** BSON as the MongoDB driver writes it: undefined becomes null. @throws InvalidQueryError above 16 MB or 200 levels */
export function encode(document: Document): Uint8Array {
  if (isDeeper(document, MAX_LEVELS)) throw new InvalidQueryError(`A document may have ${MAX_LEVELS} levels at most.`)
  const bytes = serializeOrRefuse(document)
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new InvalidQueryError(TOO_LARGE)
  return bytes
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || (!isArray(value) && !isDocument(value))) return false
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1))
}

function serializeOrRefuse(document: Document): Uint8Array {
  try {
    return serialize(document, { ignoreUndefined: false })
  } catch (error) {
    const [code, message] = isObject(error) ? [Reflect.get(error, 'code'), Reflect.get(error, 'message')] : [0, error]
    // The buffer of the library has an end.
    if (code === 'ERR_OUT_OF_RANGE' || code === 'ERR_BUFFER_OUT_OF_BOUNDS') throw new InvalidQueryError(TOO_LARGE)
    throw new InvalidQueryError(`This can't be stored as BSON: ${String(message)}`)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * A document as the MongoDB driver gives it by default, safe Longs, Int32 and Double as numbers, but for two things that others
 * may have stored: patterns stay as they are, as JavaScript reads some otherwise and others not at all; and of a text that is
 * no UTF-8 the bad bytes are replaced, as one such text would make its whole document unreadable.
 */
export function decode(bytes: Uint8Array): Document {
  return deserialize(bytes, { bsonRegExp: true, validation: { utf8: false } })
}

/**
 * A copy of a document through BSON, in which nothing can turn into something else on the way, and its bytes of BSON.
 * @throws InvalidQueryError as `encode`
 */
export function exactCopy(document: Document): PlainCopy {
  const plain = plainCopy(document, MAX_LEVELS)
  if (plain && plain.size <= MAX_DOCUMENT_BYTES) return plain
  const bytes = encode(document)
  return { document: decodeExact(bytes), size: bytes.byteLength }
}

/** With every type kept apart, so that what is written back is what was read. */
export function decodeExact(bytes: Uint8Array): BsonDocument {
  return deserialize(bytes, { promoteValues: false, promoteLongs: false, bsonRegExp: true })
}
