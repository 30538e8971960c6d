import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { RequestHeaders } from '../../domain/request-headers.ts'
import { addressBlocks } from '../../load/address-blocks.ts'

/** The origin of a request: the client's address as far as it can be believed. */
export type ClientOrigin = { address: string; isSecure: boolean }

/**
 * Says where requests come from. `X-Forwarded-For` is believed from the right, as long as each address is a trusted
 * proxy; the first that is not is the client. `X-Forwarded-Proto` is believed from a trusted proxy.
 * @param trustedProxies address blocks such as `10.0.0.0/8`
 */
export function createOriginReader(trustedProxies: readonly string[]) {
  const isTrusted = addressBlocks(trustedProxies)
  const peers = new WeakMap<Socket, string>()

  /** The same for all requests of a connection. */
  function peerOf(socket: Socket): string {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const peer = plainAddress(socket.remoteAddress ?? '')
    peers.set(socket, peer)
    return peer
  }

  return (request: IncomingMessage, headers: RequestHeaders): ClientOrigin => {
    const peer = peerOf(request.socket)
    const isSecure = request.socket instanceof TLSSocket
    if (trustedProxies.length === 0 || !isTrusted(peer)) return { address: peer, isSecure }
    return {
      address: firstUntrusted(peer, forwardedFor(headers), isTrusted),
      isSecure: lastValue(headers, 'x-forwarded-proto') === 'https',
    }
  }
}

function firstUntrusted(peer: string, forwarded: readonly string[], isTrusted: (address: string) => boolean): string {
  let client = peer
  for (const address of forwarded.toReversed()) {
    if (isIP(address) === 0) return client
    client = address
    if (!isTrusted(address)) return client
  }
  return client
}

const valuesOf = (headers: RequestHeaders, wanted: string) =>
  headers
    .getAll(wanted)
    .flatMap(value => value.split(','))
    .map(value => value.trim())

const forwardedFor = (headers: RequestHeaders) => valuesOf(headers, 'x-forwarded-for').map(plainAddress)
const lastValue = (headers: RequestHeaders, name: string) => valuesOf(headers, name).at(-1)?.toLowerCase()
/** An address in its one form: an IPv4 address in an IPv6 one is the same. What is none stays as it is. */
const plainAddress = (address: string) => (isIPv6(address) ? ipaddr.process(address).toString() : address)
