import ipaddr from 'ipaddr.js'
import { type Definition, readFlag } from '../definition.ts'
import { fault, type SyntaxFault, type Value } from '../language/syntax.ts'

type ParsedAddress = ReturnType<typeof ipaddr.process>
type AddressEntry = { kind: 'entry'; range: [ParsedAddress, number]; isAllowed: boolean }

/** The first entry that covers the caller's address decides; `default-allow` where none does. */
export const ipMatch: Definition = {
  parameters: [
    { name: 'acl', takes: 'texts' },
    { name: 'default-allow', takes: 'text', fallback: 'false' },
  ],
  defaultParameter: 'acl',
  build({ texts, text }) {
    const isAllowedElse = readFlag(text('default-allow').text)
    if (isAllowedElse === undefined) return fault(text('default-allow').offset, 'default-allow is true or false.')
    const entries: AddressEntry[] = []
    for (const value of texts('acl')) {
      const entry = readEntry(value)
      if (entry.kind === 'fault') return entry
      entries.push(entry)
    }
    return {
      kind: 'check',
      test({ remoteAddress }) {
        const address = readAddress(remoteAddress)
        return address ? (entries.find(entry => covers(entry, address))?.isAllowed ?? isAllowedElse) : 'unknown'
      },
      because: ({ remoteAddress }) => `the address was ${readAddress(remoteAddress) ? remoteAddress : 'not readable'}`,
    }
  },
}

function covers({ range: [start, bits] }: AddressEntry, address: ParsedAddress): boolean {
  return start.kind() === address.kind() && address.match(start, bits)
}

/** IPv4 in four decimal parts, or IPv6; one that is mapped into IPv6 is its IPv4 self. */
function readAddress(text: string): ParsedAddress | undefined {
  const isReadable = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isReadable ? ipaddr.process(text) : undefined
}

function readEntry({ text, offset }: Value): AddressEntry | SyntaxFault {
  const [range = '', effect = 'allow', ...more] = text.trim().split(/\s+/)
  if ((effect !== 'allow' && effect !== 'deny') || more.length > 0) {
    return fault(offset, `"${text}": after the address stands allow or deny.`)
  }
  const parsed = readRange(range)
  if (parsed) return { kind: 'entry', range: parsed, isAllowed: effect === 'allow' }
  return fault(
    offset,
    `"${range}" is no address such as 192.0.2.1, and no range such as 192.0.2.0/24 or 2001:db8::/32.`,
  )
}

function readRange(text: string): [ParsedAddress, number] | undefined {
  const { start = '', prefix } = /^(?<start>[^/]+)(?:\/(?<prefix>\d{1,3}))?$/.exec(text)?.groups ?? {}
  const address = readAddress(start)
  if (!address) return undefined
  const width = address.kind() === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? width : Number(prefix)
  return bits <= width ? [address, bits] : undefined
}
