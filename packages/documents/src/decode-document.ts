import type { Document } from '@sluice/store'
import { deserialize, serialize } from 'bson'

/** A stored document with every type kept apart, as `Collection.findRaw` gives it. */
export const decodeDocument = (bytes: Uint8Array): Document =>
  deserialize(bytes, { promoteValues: false, bsonRegExp: true, validation: { utf8: false } })

/** A document as BSON, with every type and digit; undefined becomes null. */
export const encodeDocument = (document: Document): Uint8Array => serialize(document, { ignoreUndefined: false })
