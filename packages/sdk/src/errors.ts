import type { components } from './api.ts'

type DescribedProblem = components['schemas']['Problem']

/**
 * What went wrong, as the API's description lists it. `UNEXPECTED_ANSWER` is the SDK's own: what came is no answer of Sluice,
 * such as a proxy's page.
 */
export type SluiceErrorCode = DescribedProblem['code'] | 'UNEXPECTED_ANSWER'

/** A fault of one field, or of one place of a text. */
export type SluiceErrorEntry = NonNullable<DescribedProblem['errors']>[number]

/** Whether a change may have happened although its call failed: `unknown` where an attempt was sent and never answered. */
export type CallOutcome = 'refused' | 'unknown'

export type SluiceErrorFields<Code extends SluiceErrorCode = SluiceErrorCode> = {
  code: Code
  status: number
  title: string
  detail: string
  errors: readonly SluiceErrorEntry[]
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** Method and path pattern, like `GET /keys/{id}`. */
  operation: string
  /** Method and path of this call, without its query. */
  target: string
  outcome: CallOutcome
}

/**
 * Sluice has refused a call. The message has method, path, code and request id; it never has credentials, bodies or
 * queries.
 */
export class SluiceError<Code extends SluiceErrorCode = SluiceErrorCode> extends Error {
  override readonly name: string = 'SluiceError'
  readonly code: Code
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly SluiceErrorEntry[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly operation: string
  readonly outcome: CallOutcome

  constructor(fields: SluiceErrorFields<Code>) {
    super(messageOf(fields))
    this.code = fields.code
    this.status = fields.status
    this.title = fields.title
    this.detail = fields.detail
    this.errors = fields.errors
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.operation = fields.operation
    this.outcome = fields.outcome
  }
}

const messageOf = ({ target, status, code, title, requestId }: SluiceErrorFields): string =>
  `${target}: ${status} ${code}, ${title}${requestId === undefined ? '' : ` (request ${requestId})`}`

/** The server does not have the route of this call: it is older than the SDK, or its description says otherwise. */
export class NotSupportedError extends SluiceError {
  override readonly name = 'NotSupportedError'
  readonly clientVersion: string
  readonly serverVersion: string

  constructor(fields: SluiceErrorFields, { client, server }: { client: string; server: string }) {
    super({ ...fields, title: `Sluice ${server} has no ${fields.operation}, which is of ${client}` })
    this.clientVersion = client
    this.serverVersion = server
  }
}

/** No answer came: the connection was refused, broke, or was redirected. `cause` says how. */
export class SluiceConnectionError extends Error {
  override readonly name = 'SluiceConnectionError'
  readonly operation: string
  readonly outcome: CallOutcome

  constructor(
    target: string,
    { operation, outcome, cause }: { operation: string; outcome: CallOutcome; cause: unknown },
  ) {
    super(`${target}: no answer came`, { cause })
    this.operation = operation
    this.outcome = outcome
  }
}

/** The call, with all its attempts and the body of its answer, was not over within its time limit. */
export class SluiceTimeoutError extends Error {
  override readonly name = 'SluiceTimeoutError'
  readonly operation: string
  readonly timeoutMs: number
  readonly outcome: CallOutcome

  constructor(target: string, fields: { operation: string; timeoutMs: number; outcome: CallOutcome }) {
    super(`${target}: no answer within ${fields.timeoutMs} ms`)
    this.operation = fields.operation
    this.timeoutMs = fields.timeoutMs
    this.outcome = fields.outcome
  }
}

/** The client was made, or called, with something that can't be sent. The message never has the value. */
export class SluiceUsageError extends TypeError {
  override readonly name = 'SluiceUsageError'
}

/** @returns whether it is a refusal of Sluice, and the one of this code where a code is given */
export function isSluiceError(error: unknown): error is SluiceError
export function isSluiceError<Code extends SluiceErrorCode>(error: unknown, code: Code): error is SluiceError<Code>
export function isSluiceError(error: unknown, code?: SluiceErrorCode): boolean {
  return error instanceof SluiceError && (code === undefined || error.code === code)
}
