import type { MailOutcome } from '../../ports/mailer.ts'
import type { SendOutcome } from '../../ports/sender.ts'
import type { TargetHealth } from './breaker.ts'

/** What an attempt tells of what comes after it. */
export type AttemptVerdict = {
  /** It failed, and the same may do better later; never where nobody knows whether a mail was taken. */
  isPassing: boolean
  health: TargetHealth
  /** The value of the answer's `Retry-After`. */
  retryAfter?: string | undefined
}

/** Nothing was sent, and that says nothing of the target. */
export const UNTRIED: AttemptVerdict = { isPassing: false, health: 'unknown' }

const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/** No connection, no answer, or none in time; also where it is the proxy that gives none, so that what comes in between waits. */
const SILENT = new Set([
  'HOST_NOT_FOUND',
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'UNREACHABLE',
  'CONNECT_TIMEOUT',
  'TLS_FAILED',
  'GREETING_TIMEOUT',
  'CONNECTION_CLOSED',
  'SEND_FAILED',
  'TIMEOUT',
  'PROXY_UNREACHABLE',
  'PROXY_TIMEOUT',
  'PROXY_LOGIN_REFUSED',
  'PROXY_REFUSED',
  'PROXY_FAILED',
  'PROXY_CLOSED',
])

export function verdictOfSend(outcome: SendOutcome): AttemptVerdict {
  if (outcome.kind === 'broken') {
    const isSilent = SILENT.has(outcome.code)
    return { isPassing: isSilent, health: isSilent ? 'unwell' : 'unknown' }
  }
  const { statusCode, headers } = outcome
  const isBroken = statusCode >= 500
  const isPassing = isBroken || statusCode === REQUEST_TIMEOUT || statusCode === TOO_MANY_REQUESTS
  const [, retryAfter] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
  return { isPassing, health: isBroken ? 'unwell' : 'well', retryAfter }
}

/**
 * Judges a mail server. One that answers to a mail is well, whatever the answer: it is about this mail. A greeting is
 * about the server.
 */
export function verdictOfMail(outcome: MailOutcome): AttemptVerdict {
  if (outcome.kind === 'accepted') return { isPassing: false, health: 'well' }
  const { error, reply, tookNothing } = outcome
  const isSilent = SILENT.has(error.code)
  const isBusy = error.code === 'LOGIN_UNAVAILABLE' || (reply !== null && Math.floor(reply.statusCode / 100) === 4)
  return { isPassing: tookNothing && (isSilent || isBusy), health: healthOf(outcome, isSilent) }
}

function healthOf({ error, reply }: Extract<MailOutcome, { kind: 'failed' }>, isSilent: boolean): TargetHealth {
  if (isSilent || error.code === 'SERVER_REFUSED') return 'unwell'
  return reply ? 'well' : 'unknown'
}
