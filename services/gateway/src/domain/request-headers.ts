import type { HeaderList } from '@sluice/contracts'
import { PASS_HEADER, TOOL_HEADER } from '@sluice/service-kit'
import { withoutSessionCookies } from './console/session-cookie.ts'

/** A header block read once: names in lower case, in order. */
export type RequestHeaders = {
  /** Names and values in turn. */
  flat: readonly string[]
  list: HeaderList
  /** The first one. */
  get(name: string): string | undefined
  getAll(name: string): readonly string[]
  count(name: string): number
}

/** The same headers but for the pass of a tool's request, which is nobody's to see. */
export const withoutPass = ({ list }: RequestHeaders): RequestHeaders =>
  readHeaders(list.filter(([name]) => name !== PASS_HEADER && name !== TOOL_HEADER).flat())

/** @param raw names and values in turn, as Node hands them out */
export const readHeaders = (raw: readonly string[]): RequestHeaders => new ReadHeaders(raw)

/** One object for a request, and no function of its own. */
class ReadHeaders implements RequestHeaders {
  readonly flat: readonly string[]

  constructor(raw: readonly string[]) {
    const flat: string[] = []
    for (let at = 0; at + 1 < raw.length; at += 2) flat.push(lowerCased(raw[at] ?? ''), raw[at + 1] ?? '')
    this.flat = flat
  }

  get list(): HeaderList {
    return pairsOf(this.flat)
  }

  get(name: string): string | undefined {
    const { flat } = this
    for (let at = 0; at < flat.length; at += 2) if (flat[at] === name) return flat[at + 1]
    return undefined
  }

  getAll(name: string): readonly string[] {
    const { flat } = this
    return flat.filter((_, at) => at % 2 === 1 && flat[at - 1] === name)
  }

  count(name: string): number {
    const { flat } = this
    let count = 0
    for (let at = 0; at < flat.length; at += 2) if (flat[at] === name) count += 1
    return count
  }
}

/** Headers of one connection (RFC 9110 7.6.1): never passed on, in either direction. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What the gateway says itself, or never lets a client say. */
const NOT_FORWARDED = new Set([
  'host',
  'authorization',
  'expect',
  'accept-encoding',
  'sluice-chain',
  'traceparent',
  'x-http-method-override',
])

/**
 * The headers that a service gets, names and values in turn. Compression is not asked for: events hold plain bodies. A
 * session of the console stays here.
 */
export function headersToForward(headers: RequestHeaders, added: readonly string[]): string[] {
  const { flat } = headers
  const named = namedByConnection(flat)
  const forwarded: string[] = []
  for (let at = 0; at < flat.length; at += 2) {
    const [name = '', value = ''] = [flat[at], flat[at + 1]]
    if (isOfConnection(name, named) || NOT_FORWARDED.has(name)) continue
    const kept = name === 'cookie' ? withoutSessionCookies(value) : value
    if (kept !== undefined) forwarded.push(name, kept)
  }
  forwarded.push('accept-encoding', 'identity', ...added)
  return forwarded
}

/** The headers of a service's answer that the client gets. @param flat names in lower case and values in turn */
export function headersToReturn(flat: readonly string[]): string[] {
  const named = namedByConnection(flat)
  const returned: string[] = []
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at] ?? ''
    if (!isOfConnection(name, named) && name !== 'x-request-id') returned.push(name, flat[at + 1] ?? '')
  }
  return returned
}

const isOfConnection = (name: string, named: ReadonlySet<string> | undefined) =>
  HOP_BY_HOP.has(name) || name.startsWith('x-sluice-') || named?.has(name) === true

function namedByConnection(flat: readonly string[]): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined
  for (let at = 0; at < flat.length; at += 2) {
    const value = flat[at + 1] ?? ''
    if (flat[at] !== 'connection' || value === 'keep-alive' || value === 'close') continue
    named ??= new Set()
    for (const part of value.split(',')) named.add(part.trim().toLowerCase())
  }
  // The length of a body can't be a matter of one connection.
  named?.delete('content-length')
  return named
}

/** Names come in few spellings, and each is written small once. */
const lowerNames = new Map<string, string>()
/** Whoever makes up names has them written small each time. */
const MOST_NAMES = 1_000
const LONGEST_NAME = 64

/** The name of a header in lower case. */
export function lowerCased(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerNames.size < MOST_NAMES && name.length <= LONGEST_NAME) lowerNames.set(name, lower)
  return lower
}

/** @param flat names and values in turn */
function pairsOf(flat: readonly string[]): HeaderList {
  const list: HeaderList = []
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return list
}

/** The first value of a header. @param flat names in lower case and values in turn */
export function valueIn(flat: readonly string[], name: string): string | undefined {
  for (let at = 0; at < flat.length; at += 2) if (flat[at] === name) return flat[at + 1]
  return undefined
}
