import type { DeliveryError } from '../../domain/execution/execution.ts'

/** A connection by the proxy that did not come about. It says in words for the owner of a webhook at which stage, and names the proxy. */
export class TunnelError extends Error {
  override name = 'TunnelError'
  readonly stage: string
  readonly code: string

  constructor({ stage, code, message }: DeliveryError) {
    super(message)
    this.stage = stage
    this.code = code
  }
}

const ofProxy = (code: string, message: string) => new TunnelError({ stage: 'proxy', code, message })

/** Nothing was asked of the proxy. @param reason ends a sentence, as in "refused the connection" */
export const proxyUnreachable = (proxy: string, reason: string): TunnelError =>
  ofProxy('PROXY_UNREACHABLE', `The proxy ${proxy} ${reason}.`)

/** Says how far a connection had come when its time was over. */
export type TunnelPhase = 'connecting' | 'asked'

export const proxyTimeout = (proxy: string, phase: TunnelPhase, withinMs: number): TunnelError =>
  ofProxy(
    'PROXY_TIMEOUT',
    phase === 'connecting'
      ? `The proxy ${proxy} did not take the connection within ${withinMs} ms.`
      : `The proxy ${proxy} took the connection, and opened none to the target within ${withinMs} ms.`,
  )

export const proxyClosed = (proxy: string): TunnelError =>
  ofProxy('PROXY_CLOSED', `The proxy ${proxy} ended the connection without an answer that is HTTP.`)

/** The answer of a proxy that opens no connection. */
export function proxyAnswered(proxy: string, statusCode: number): TunnelError {
  if (statusCode === 407) {
    return ofProxy('PROXY_LOGIN_REFUSED', `The proxy ${proxy} did not accept the credentials of WEBHOOK_PROXY (407).`)
  }
  return CAN_NOT_REACH.has(statusCode)
    ? ofProxy('PROXY_FAILED', `The proxy ${proxy} could not reach the target (${statusCode}).`)
    : ofProxy('PROXY_REFUSED', `The proxy ${proxy} opens no connection to the target (${statusCode}).`)
}

const CAN_NOT_REACH = new Set([500, 502, 503, 504])

/** What is not asked of a proxy. @param reason as a whole sentence */
export const destinationRefused = (reason: string): TunnelError =>
  new TunnelError({ stage: 'destination', code: 'DESTINATION_REFUSED', message: reason })
