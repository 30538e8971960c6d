import type { Principal } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { EJSON } from 'bson'

/** The caller's own document as variables see it, without protected fields; undefined for anonymous callers. */
export function readUser({ id, properties = {} }: Principal): Document | undefined {
  return id === null ? undefined : { ...EJSON.deserialize(properties), _id: id }
}
