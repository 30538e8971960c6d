import type { Grant } from '@sluice/contracts'
import { readUser } from '@sluice/documents'
import type { HoleCaller } from '../model/hole.ts'

type CallerOfGrant = Pick<Grant, 'principal' | 'isRoot' | 'clientAddress' | 'tool'>

/** Gives the caller as the holes of mappings see it. @param now epoch ms */
export const readCaller = (caller: CallerOfGrant, now: number): HoleCaller => new GrantedCaller(caller, now)

/** Reads the user's properties once a hole asks for one: most mappings never do. */
class GrantedCaller implements HoleCaller {
  readonly #principal: CallerOfGrant['principal']
  readonly #now: number
  #user: { read: HoleCaller['user'] } | undefined
  readonly isRoot: boolean
  readonly clientAddress: string | undefined
  readonly tool: string | undefined

  constructor({ principal, isRoot, clientAddress, tool }: CallerOfGrant, now: number) {
    this.#principal = principal
    this.#now = now
    this.isRoot = isRoot
    this.clientAddress = clientAddress
    this.tool = tool
  }

  get user() {
    this.#user ??= { read: readUser(this.#principal) }
    return this.#user.read
  }

  get roles() {
    return this.#principal.roles
  }

  get now() {
    return new Date(this.#now)
  }
}
