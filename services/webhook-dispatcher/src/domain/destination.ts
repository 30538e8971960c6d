import ipaddr from 'ipaddr.js'
import { mayConnect, type OpenBlock } from './public-address.ts'

/** `target` (scheme, host, port) is what slots and connections belong to. */
type Destination = { kind: 'allowed'; url: URL; target: string; port: number }
export type DestinationCheck = Destination | { kind: 'refused'; reason: string }

const INNER_SUFFIXES = ['.localhost', '.local', '.internal']

/**
 * Whether a delivery may be addressed to this URL, as far as its text tells (design: webhook pipeline, "Where may a
 * delivery go"). Names are judged once more by the addresses that the socket connects to.
 */
export function checkDestination(text: string, open: readonly OpenBlock[]): DestinationCheck {
  const url = URL.parse(text)
  if (!url) return refused('is no absolute URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('must begin with http:// or https://')
  if (url.username || url.password) return refused('must not hold credentials; put them into headers')
  if (text.includes('#')) return refused('must not have a fragment (#)')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const reason = judgeHost(hostOf(url), port, open)
  return reason ? refused(reason) : { kind: 'allowed', url, target: `${url.protocol}//${url.hostname}:${port}`, port }
}

/** Whose slots a delivery to this URL takes: those of its target; all that will be refused share some. */
export function targetOf(url: string, open: readonly OpenBlock[]): string {
  const checked = checkDestination(url, open)
  return checked.kind === 'allowed' ? checked.target : 'refused'
}

const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?$/

/**
 * Why no mail may go to this server, as far as its text tells; names are judged once more by the addresses that the
 * socket connects to. @returns undefined when it may
 */
export function judgeMailHost(host: string, port: number, open: readonly OpenBlock[]): string | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)
  if (!isAddress && !HOST_NAME.test(host)) return 'is no host name or address'
  return judgeHost(host.toLowerCase().replace(/\.$/, ''), port, open)
}

/** The host as the socket takes it: no brackets, no trailing dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

function judgeHost(host: string, port: number, open: readonly OpenBlock[]): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)) {
    return mayConnect(host, port, open)
      ? undefined
      : 'leads to an address that is not public; the operator can open it with WEBHOOK_ALLOW_CIDRS'
  }
  if (!host.includes('.')) return 'must name a public host; a name without a dot is none'
  if (INNER_SUFFIXES.some(suffix => host.endsWith(suffix))) return 'must name a public host; this name is an inner one'
  return undefined
}

const refused = (reason: string): DestinationCheck => ({ kind: 'refused', reason })
