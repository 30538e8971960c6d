/** The API says this when it does not do what was asked (RFC 9457). */
export type Problem = {
  code: string
  status: number
  title: string
  detail: string
  /** The page about the code, on this gateway. */
  type: string
  requestId: string
  errors?: readonly { path: string; message: string; line?: number; column?: number }[]
}

/** A request that was refused, or that nobody answered. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: Problem
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(problem.title)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Gives the words that are shown of a failure, whatever it was. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError ? error.problem : unanswered(error instanceof TypeError)

const unanswered = (isNetwork: boolean): Problem => ({
  code: isNetwork ? 'NO_ANSWER' : 'UNEXPECTED',
  status: 0,
  title: isNetwork ? 'Sluice does not answer' : 'Something broke in the console',
  detail: isNetwork
    ? 'The gateway can not be reached from here, or the network is gone. Nothing was changed that you were not told of.'
    : 'Load the page anew. If it happens again, tell whoever runs this installation.',
  type: '',
  requestId: '',
})

/** Nobody can say at the moment who may do what: no sign-out, and worth trying again. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem.code === 'UNAVAILABLE' || error.problem.status === 502)
