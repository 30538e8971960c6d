import { connect, type Socket } from 'node:net'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import { NameLookupError } from '../../names/name-lookup-error.ts'
import type { NameResolver, ResolveAll } from '../../names/name-resolver.ts'
import { guardedLookup, socketLookup } from '../http/guarded-lookup.ts'
import { createTunnels } from '../http/tunnels.ts'

export type ReachOptions = {
  open: readonly OpenBlock[]
  names: Pick<NameResolver, 'resolve' | 'turn'>
  /** The proxy that mails leave by. */
  proxy?: ProxyServer | undefined
  /** Instead of 30 s for one mail, in ms. */
  timeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 10_000

/** Written as the errors of sockets are, so that all of them are told apart by their code. */
class ConnectError extends Error {
  override name = 'ConnectError'
  readonly code: string
  constructor(code: string) {
    super(`No connection: ${code}`)
    this.code = code
  }
}

/**
 * A connection to a mail server, by the proxy where it leads there. The look-up is our own, so that the addresses that are
 * judged are those connected to; the operator's own server may be anywhere.
 * @throws TunnelError, or what the socket gives, with its `code`
 */
export function connectToMailServer(
  { host, port, isOwners }: MailServer,
  { open, names, proxy }: ReachOptions,
  deadline: AbortSignal,
): Promise<Socket> {
  const resolve = isOwners ? names.resolve : unnamed(names.resolve)
  const tunnels = createTunnels({ proxy, open, resolve })
  if (tunnels.lead(host, port)) {
    const target = { host, port, isOperators: !isOwners }
    return tunnels.open(target, { timeoutMs: CONNECT_TIMEOUT_MS, signal: deadline })
  }
  const lookup = isOwners ? guardedLookup(port, open, resolve) : socketLookup(resolve, () => true)
  return new Promise((settle, reject) => {
    const socket = connect({ host, port, autoSelectFamily: true, lookup })
    const fail = (error: unknown) => {
      end()
      socket.destroy()
      reject(error)
    }
    const timeOut = () => fail(new ConnectError('ETIMEDOUT'))
    const timer = setTimeout(timeOut, CONNECT_TIMEOUT_MS)
    const end = () => {
      clearTimeout(timer)
      deadline.removeEventListener('abort', timeOut)
    }
    deadline.addEventListener('abort', timeOut, { once: true })
    // Stays for good: what comes late has been reported by then.
    socket.on('error', fail)
    socket.once('connect', () => {
      end()
      settle(socket)
    })
  })
}

/** The operator's own server is not named to the owners of webhooks. */
const unnamed =
  (resolve: ResolveAll): ResolveAll =>
  async name => {
    try {
      return await resolve(name)
    } catch (error) {
      throw error instanceof NameLookupError ? error.about("The name of the operator's mail server") : error
    }
  }
