import type { Document } from '@sluice/store'
import { deserialize } from 'bson'

/** A stored document with every type kept apart, as `Collection.findRaw` gives it. */
export const decodeDocument = (bytes: Uint8Array): Document =>
  deserialize(bytes, { promoteValues: false, bsonRegExp: true, validation: { utf8: false } })
