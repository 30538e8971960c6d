import type { Grant } from '@sluice/contracts'
import { readUser } from '@sluice/documents'
import type { HoleCaller } from '../model/hole.ts'

type CallerOfGrant = Pick<Grant, 'principal' | 'isRoot' | 'clientAddress' | 'tool'>

/** Gives the caller as the holes of mappings see it. @param now epoch ms */
export const readCaller = ({ principal, isRoot, clientAddress, tool }: CallerOfGrant, now: number): HoleCaller => ({
  user: readUser(principal),
  roles: principal.roles,
  isRoot,
  now: new Date(now),
  clientAddress,
  tool,
})
