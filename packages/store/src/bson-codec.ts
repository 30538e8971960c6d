import { type Document as BsonDocument, deserialize, serialize } from 'bson'
import { InvalidQueryError } from './errors.ts'
import type { Document } from './port.ts'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** BSON as the MongoDB driver writes it: undefined becomes null. @throws InvalidQueryError above 16 MB */
export function encode(document: Document): Uint8Array {
  const bytes = serializeOrRefuse(document)
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new InvalidQueryError('A document may have 16 MB at most.')
  return bytes
}

function serializeOrRefuse(document: Document): Uint8Array {
  try {
    return serialize(document, { ignoreUndefined: false })
  } catch (error) {
    const reason = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
    throw new InvalidQueryError(`This can't be stored as BSON: ${String(reason)}`)
  }
}

/** A document as the MongoDB driver gives it by default: safe Longs, Int32 and Double as numbers. */
export function decode(bytes: Uint8Array): Document {
  return deserialize(bytes)
}

/** With every type kept apart, so that what is written back is what was read. */
export function decodeExact(bytes: Uint8Array): BsonDocument {
  return deserialize(bytes, { promoteValues: false, promoteLongs: false, bsonRegExp: true })
}
