import { type Refusal, refuse } from '@sluice/contracts'

/**
 * `HOST_NOT_FOUND`: the name servers say that the name has no address. `DNS_FAILED`: they say nothing of use.
 * `LOOKUPS_FULL`: too many names are looked up here, which says nothing of this one.
 */
type Code = 'HOST_NOT_FOUND' | 'DNS_FAILED' | 'LOOKUPS_FULL'

/** A name that could not be turned into addresses. The message is for the owner of the webhook. */
export class NameLookupError extends Error {
  override name = 'NameLookupError'
  readonly code: Code
  readonly reason: string

  /** @param reason ends a sentence that begins with the subject, as in "is not known to the name servers" */
  constructor(code: Code, subject: string, reason: string) {
    super(`${subject} ${reason}.`)
    this.code = code
    this.reason = reason
  }

  /** The same, said of something else than the name, where the name is not for the reader. */
  about(subject: string): NameLookupError {
    return new NameLookupError(this.code, subject, this.reason)
  }
}

/** Whether nothing is wrong but that too many names are looked up here: what was to be done can be done later. */
export const isLookupsFull = (error: unknown): boolean =>
  error instanceof NameLookupError && error.code === 'LOOKUPS_FULL'

/** What somebody hears who asked for something that needs a look-up at once. */
export const refuseLookupsFull = (): Refusal =>
  refuse('OVERLOADED', 'Too many names are looked up at the moment. Try again in a few seconds.')

const MAX_SHOWN = 253
export const nameSubject = (name: string): string => `The name ${name.slice(0, MAX_SHOWN)}`

/** What the owner of a webhook is told when the look-up took all the time that a delivery has. */
export const unansweredWithin = (name: string, timeoutMs: number): NameLookupError =>
  new NameLookupError(
    'DNS_FAILED',
    nameSubject(name),
    `could not be looked up: its name server did not answer within ${timeoutMs} ms`,
  )
