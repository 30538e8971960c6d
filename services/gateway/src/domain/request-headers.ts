import type { HeaderList } from '@sluice/contracts'
import { PASS_HEADER, TOOL_HEADER } from '@sluice/service-kit'
import { withoutSessionCookies } from './console/session-cookie.ts'

/** A header block read once: names in lower case, in order. */
export type RequestHeaders = {
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
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const list: HeaderList = []
  for (let at = 0; at + 1 < raw.length; at += 2) list.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''])
  return {
    list,
    get(name) {
      for (const header of list) if (header[0] === name) return header[1]
      return undefined
    },
    getAll: name => list.filter(header => header[0] === name).map(header => header[1]),
    count(name) {
      let count = 0
      for (const header of list) if (header[0] === name) count += 1
      return count
    },
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
  const named = namedByConnection(headers.list)
  const forwarded: string[] = []
  for (const [name, value] of headers.list) {
    if (isOfConnection(name, named) || NOT_FORWARDED.has(name)) continue
    const kept = name === 'cookie' ? withoutSessionCookies(value) : value
    if (kept !== undefined) forwarded.push(name, kept)
  }
  forwarded.push('accept-encoding', 'identity', ...added)
  return forwarded
}

/** The headers of a service's answer that the client gets. */
export function headersToReturn(list: HeaderList): HeaderList {
  const named = namedByConnection(list)
  return list.filter(([name]) => !isOfConnection(name, named) && name !== 'x-request-id')
}

const isOfConnection = (name: string, named: ReadonlySet<string> | undefined) =>
  HOP_BY_HOP.has(name) || name.startsWith('x-sluice-') || named?.has(name) === true

function namedByConnection(list: HeaderList): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined
  for (const [name, value] of list) {
    if (name !== 'connection' || value === 'keep-alive' || value === 'close') continue
    named ??= new Set()
    for (const part of value.split(',')) named.add(part.trim().toLowerCase())
  }
  // The length of a body can't be a matter of one connection.
  named?.delete('content-length')
  return named
}
