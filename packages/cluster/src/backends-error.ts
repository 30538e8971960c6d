import { OperatorError } from '@sluice/service-kit'

/** Some of MongoDB, Kafka and Redis can't be used: one reason for each, all at once. */
export class BackendsError extends OperatorError {
  override name = 'BackendsError'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}
