import type { Principal } from '@sluice/contracts'
import { readUser } from '@sluice/documents'
import type { HoleCaller } from '../model/hole.ts'

type GrantedCaller = {
  principal: Principal
  isRoot: boolean
  clientAddress?: string | undefined
  tool?: string | undefined
}

/** Gives the caller as the holes of mappings see it. @param now epoch ms */
export const readCaller = ({ principal, isRoot, clientAddress, tool }: GrantedCaller, now: number): HoleCaller => ({
  user: readUser(principal),
  roles: principal.roles,
  isRoot,
  now: new Date(now),
  clientAddress,
  tool,
})
