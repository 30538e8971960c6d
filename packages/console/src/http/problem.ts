import { SluiceConnectionError, SluiceError } from '@sluice/sdk'

/** What is shown of a request that was refused, or that nobody answered. */
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

/** Gives the words that are shown of a failure, whatever it was. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof SluiceError)) return unanswered(error instanceof SluiceConnectionError)
  if (error.code === 'UNEXPECTED_ANSWER') return foreign(error)
  const { code, status, title, detail, errors, requestId = '' } = error
  return { code, status, title, detail, type: pageOf(code), requestId, errors }
}

const pageOf = (code: string): string => `/docs/errors#${code.toLowerCase().replaceAll('_', '-')}`

const foreign = ({ status, requestId = '' }: SluiceError): Problem => ({
  code: `HTTP_${status}`,
  status,
  title: 'The answer is not one of Sluice',
  detail: `Something between this page and the gateway has answered with ${status}.`,
  type: '',
  requestId,
})

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

/** Gives the status of a refusal; undefined for whatever else went wrong, which says nothing about a session. */
export const refusalStatus = (error: unknown): number | undefined =>
  error instanceof SluiceError ? error.status : undefined

export const retryAfterSeconds = (error: unknown): number | undefined =>
  error instanceof SluiceError ? error.retryAfterSeconds : undefined

/** Nobody can say at the moment who may do what: no sign-out, and worth trying again. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof SluiceError && (error.code === 'UNAVAILABLE' || error.status === 502)
