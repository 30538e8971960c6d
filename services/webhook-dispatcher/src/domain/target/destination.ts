import ipaddr from 'ipaddr.js'
import { mayConnect, type OpenBlock } from './public-address.ts'

/** `target` (scheme, host, port) is what slots and connections belong to. */
type AllowedDestination = { kind: 'allowed'; url: URL; target: string; port: number }
export type DestinationCheck = AllowedDestination | { kind: 'refused'; reason: string }

/** Names of this machine, whatever the operator has opened (RFC 6761, 6.3). */
const OWN_NAMES = ['.localhost']
/** Names that the internet never has: RFC 6762, RFC 8375, ICANN's .internal, and those that networks usually choose. */
const INNER_NAMES = [
  '.local',
  '.internal',
  '.home.arpa',
  '.svc',
  '.lan',
  '.home',
  '.corp',
  '.intranet',
  '.private',
  '.localdomain',
]

/**
 * Whether a delivery may be addressed to this URL, as far as its text tells. Names are judged once more by the addresses that the socket connects to.
 */
export function checkDestination(text: string, open: readonly OpenBlock[]): DestinationCheck {
  const url = URL.parse(text)
  if (!url) return refused('is no absolute URL')
  // They would be left out silently, so that another url is called than the one that is shown.
  if (/\p{Cc}/u.test(text)) return refused('must not hold control characters')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('must begin with http:// or https://')
  if (url.username || url.password) return refused('must not hold credentials; put them into headers')
  if (text.includes('#')) return refused('must not have a fragment (#)')
  const port = portOf(url)
  const reason = judgeTarget(url, open)
  return reason ? refused(reason) : { kind: 'allowed', url, target: targetOfParsed(url), port }
}

/** Why nothing may connect to the host of this URL, as far as its text tells. @returns undefined when it may */
export const judgeTarget = (url: URL, open: readonly OpenBlock[]): string | undefined =>
  judgeHost(hostOf(url), portOf(url), open)

/** The target of a URL that may be called, whether or not it still may. */
export function targetOfUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? targetOfParsed(url) : undefined
}

const targetOfParsed = (url: URL): string => `${url.protocol}//${url.hostname}:${portOf(url)}`

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Names the slots that a delivery takes: those of its target; all that will be refused share some. */
export const targetOf = (checked: DestinationCheck): string => (checked.kind === 'allowed' ? checked.target : 'refused')

const TARGET = /^\w+:\/\/(.+):\d+$/

/** The host of a target of deliveries or mails. @returns undefined where it has none */
export const hostOfTarget = (target: string): string | undefined => TARGET.exec(target)?.[1]

const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?$/

/**
 * Why no mail may go to this server, as far as its text tells; names are judged once more by the addresses that the
 * socket connects to. @returns undefined when it may
 */
export function judgeMailHost(host: string, port: number, open: readonly OpenBlock[]): string | undefined {
  const isIpv6 = ipaddr.IPv6.isValid(host)
  // Read as the host of a URL, so that numbers come out as the address that a socket makes of them.
  const url = isIpv6 || HOST_NAME.test(host) ? URL.parse(`http://${isIpv6 ? `[${host}]` : host}`) : null
  return url ? judgeHost(hostOf(url), port, open) : 'is no host name or address'
}

/** The host as the socket takes it: no brackets, no trailing dots. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')

// Asked first, as it costs 10 µs to find out in the library that a name is no address.
const MAY_BE_ADDRESS = /:|^[\d.]+$/

function judgeHost(host: string, port: number, open: readonly OpenBlock[]): string | undefined {
  if (MAY_BE_ADDRESS.test(host) && ipaddr.isValid(host)) {
    return mayConnect(host, port, open)
      ? undefined
      : 'leads to an address that is not public; the operator can open it with WEBHOOK_ALLOW_CIDRS'
  }
  const isUnder = (suffix: string) => `.${host}`.endsWith(suffix)
  if (OWN_NAMES.some(isUnder)) return 'must name a public host; this name is an inner one'
  // What the operator has opened may go by such a name: the socket judges the address that it leads to.
  if (open.some(block => (block.port ?? port) === port)) return undefined
  if (!host.includes('.')) return `must name a public host; a name without a dot is none. ${HOW_TO_OPEN}`
  return INNER_NAMES.some(isUnder) ? `must name a public host; this name is an inner one. ${HOW_TO_OPEN}` : undefined
}

const HOW_TO_OPEN = 'The operator can open its address with WEBHOOK_ALLOW_CIDRS'

const refused = (reason: string): DestinationCheck => ({ kind: 'refused', reason })
