import { isIP } from 'node:net'
import { type Refusal, refuse } from '@sluice/contracts'
import type { Arrival } from './arrival.ts'

type AskingArrival = Pick<Arrival, 'headers' | 'origin'>

/**
 * Refuses a request to `/mcp` of a page of another origin, and one by a host name that is not ours: a foreign page could
 * have had its own pointed at this machine. Nobody has signed in then.
 */
export type RefuseOrigin = (arrival: AskingArrival) => Refusal | undefined

type OriginOptions = {
  /** The address that the gateway listens on. */
  host: string
  publicUrl?: string | undefined
  corsOrigins: readonly string[]
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export function createOriginGuard({ host, publicUrl, corsOrigins }: OriginOptions): RefuseOrigin {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  const hostNames = own ? [...LOOPBACK_NAMES, own.hostname] : LOOPBACK_NAMES

  function isOwnOrigin(origin: string, { headers, origin: { isSecure } }: AskingArrival): boolean {
    if (origin === own?.origin || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
    // Without a host name that must be ours, a page could bring its own.
    return isLoopback && origin === `${isSecure ? 'https' : 'http'}://${headers.get('host')}`
  }

  return arrival => {
    if (isLoopback && !hostNames.includes(hostnameOf(arrival.headers.get('host')))) return refuseHost()
    const origins = arrival.headers.getAll('origin')
    return origins.every(origin => isOwnOrigin(origin, arrival)) ? undefined : refuseForeign()
  }
}

const hostnameOf = (host: string | undefined): string => URL.parse(`http://${host}`)?.hostname ?? ''

const refuseHost = () =>
  refuse('ORIGIN_NOT_ALLOWED', 'This is not the name of this machine. Set PUBLIC_URL to the address that clients use.')

const refuseForeign = () =>
  refuse(
    'ORIGIN_NOT_ALLOWED',
    'Pages of this origin may not ask. Set PUBLIC_URL to the address that clients use, or list the origin in CORS_ORIGINS.',
  )
