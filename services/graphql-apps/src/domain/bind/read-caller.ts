import type { Principal } from '@sluice/contracts'
import { readUser } from '@sluice/documents'
import type { Caller } from '../model/hole.ts'

type Asking = { principal: Principal; isRoot: boolean; clientAddress?: string | undefined }

/** Who asks, as the holes of mappings see it. @param now epoch ms */
export const readCaller = ({ principal, isRoot, clientAddress }: Asking, now: number): Caller => ({
  user: readUser(principal),
  roles: principal.roles,
  isRoot,
  now: new Date(now),
  clientAddress,
})
