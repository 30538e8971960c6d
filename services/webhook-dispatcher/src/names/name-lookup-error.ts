/** `HOST_NOT_FOUND`: the name servers say that the name has no address. `DNS_FAILED`: they say nothing of use. */
type Code = 'HOST_NOT_FOUND' | 'DNS_FAILED'

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

const MAX_SHOWN = 253
export const nameSubject = (name: string): string => `The name ${name.slice(0, MAX_SHOWN)}`

/** What the owner of a webhook is told when the look-up took all the time that a delivery has. */
export const unansweredWithin = (name: string, timeoutMs: number): NameLookupError =>
  new NameLookupError(
    'DNS_FAILED',
    nameSubject(name),
    `could not be looked up: its name server did not answer within ${timeoutMs} ms`,
  )
