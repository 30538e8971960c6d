import type { Principal } from '@sluice/contracts'
import { EJSON } from 'bson'
import type { Caller } from './hole.ts'

type Asking = { principal: Principal; isRoot: boolean }

/** Who asks, as the holes of mappings see it. @param now epoch ms */
export function readCaller({ principal, isRoot }: Asking, now: number): Caller {
  const { id, roles, properties = {} } = principal
  const user = id === null ? undefined : { ...EJSON.deserialize(properties), _id: id }
  return { user, roles, isRoot, now: new Date(now) }
}
