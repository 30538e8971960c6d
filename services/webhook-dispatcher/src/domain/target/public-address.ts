import ipaddr from 'ipaddr.js'

type IpAddress = ReturnType<typeof ipaddr.parse>
type AddressBlock = ReturnType<typeof ipaddr.parseCIDR>

const blocks = (...texts: readonly string[]): AddressBlock[] => texts.map(text => ipaddr.parseCIDR(text))

// IANA special-purpose registries, as of 2026: everything that is not globally reachable unicast.
const NOT_PUBLIC_V4 = blocks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's endpoint for the guests of a host: public by the registries, and reached only from inside.
  '168.63.129.16/32',
)
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')
// 2001::/23 holds protocol assignments, of which none is a host on the internet.
const NOT_PUBLIC_V6 = blocks('2001::/23', '2001:db8::/32', '3fff::/20')

/** Forms of IPv6 that carry IPv4 addresses: the packet goes to the address inside. */
const EMBEDDINGS: readonly { block: AddressBlock; inside(bytes: readonly number[]): number[][] }[] = [
  { block: ipaddr.parseCIDR('::ffff:0:0/96'), inside: bytes => [bytes.slice(12)] },
  { block: ipaddr.parseCIDR('::ffff:0:0:0/96'), inside: bytes => [bytes.slice(12)] },
  { block: ipaddr.parseCIDR('::/96'), inside: bytes => [bytes.slice(12)] },
  { block: ipaddr.parseCIDR('64:ff9b::/96'), inside: bytes => [bytes.slice(12)] },
  { block: ipaddr.parseCIDR('2002::/16'), inside: bytes => [bytes.slice(2, 6)] },
  {
    block: ipaddr.parseCIDR('2001::/32'),
    inside: bytes => [bytes.slice(4, 8), bytes.slice(12).map(byte => byte ^ 0xff)],
  },
]

/** An address block that the operator has opened; for one port only where it names one. */
export type OpenBlock = { block: AddressBlock; port: number | undefined }

/** Reads `cidr` or `cidr:port`. @throws a plain error of ipaddr.js when it is neither; settings are checked before */
export function openBlock(text: string): OpenBlock {
  const [, cidr = text, port] = /^(.+\/\d{1,3})(?::(\d{1,5}))?$/.exec(text) ?? []
  return { block: ipaddr.parseCIDR(cidr), port: port === undefined ? undefined : Number(port) }
}

/**
 * Whether a connection to this address and port is allowed: global unicast by the IANA registries once embedded IPv4 is
 * unwrapped, or opened by the operator. Text that is no address is not.
 */
export function mayConnect(address: string, port: number, open: readonly OpenBlock[]): boolean {
  if (!ipaddr.isValid(address)) return false
  return unwrap(ipaddr.parse(address)).every(
    inner =>
      isGlobalUnicast(inner) || open.some(opened => isWithin(inner, opened.block) && (opened.port ?? port) === port),
  )
}

const THIS_MACHINE = blocks('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128')

/** Whether a host is the machine that asks: one of its own addresses in whatever clothes, or `localhost` and what is below it. */
export function leadsToThisMachine(host: string): boolean {
  if (!ipaddr.isValid(host)) return /(?:^|\.)localhost\.?$/i.test(host)
  return unwrap(ipaddr.parse(host)).some(inner => THIS_MACHINE.some(block => isWithin(inner, block)))
}

function unwrap(address: IpAddress): IpAddress[] {
  const embedding = EMBEDDINGS.find(({ block }) => isWithin(address, block))
  if (!embedding || isUnspecifiedOrLoopback(address)) return [address]
  return embedding.inside(address.toByteArray()).map(bytes => ipaddr.fromByteArray(bytes))
}

// `::` and `::1` lie in the block of IPv4-compatible addresses and are none.
const isUnspecifiedOrLoopback = (address: IpAddress) => ['::', '::1'].includes(address.toString())

function isGlobalUnicast(address: IpAddress): boolean {
  if (address.kind() === 'ipv4') return !NOT_PUBLIC_V4.some(block => isWithin(address, block))
  return isWithin(address, GLOBAL_V6) && !NOT_PUBLIC_V6.some(block => isWithin(address, block))
}

const isWithin = (address: IpAddress, [network, bits]: AddressBlock): boolean =>
  address.kind() === network.kind() && address.match([network, bits])
