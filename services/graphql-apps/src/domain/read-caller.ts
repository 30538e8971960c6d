import type { Principal } from '@sluice/contracts'
import { EJSON } from 'bson'
import type { Caller } from './hole.ts'

/** Who asks, as the holes of mappings see it. @param now epoch ms */
export function readCaller({ id, roles, properties = {} }: Principal, now: number): Caller {
  const user = id === null ? undefined : { ...EJSON.deserialize(properties), _id: id }
  return { user, roles, now: new Date(now) }
}
