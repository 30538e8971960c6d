import type { Refusal } from '@sluice/contracts'

/** A refusal that ends a request from deep inside its parsing. Domain code returns refusals instead. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** A dependency that this service needs to answer does not answer. Becomes 503 `UNAVAILABLE` with `Retry-After`. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}
