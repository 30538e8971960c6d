import { connect, type Socket } from 'node:net'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import { NameLookupError } from '../../names/name-lookup-error.ts'
import type { NameResolver, ResolveAll } from '../../names/name-resolver.ts'
import { guardedLookup, socketLookup } from '../http/guarded-lookup.ts'

export type ReachOptions = {
  open: readonly OpenBlock[]
  names: Pick<NameResolver, 'resolve' | 'turn'>
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
 * A connection to a mail server. The look-up is our own, so that the addresses that are judged are those connected to;
 * the operator's own server may be anywhere.
 * @throws what the socket gives, with its `code`
 */
export function connectToMailServer(
  { host, port, isOwners }: MailServer,
  { open, names: { resolve } }: ReachOptions,
  deadline: AbortSignal,
): Promise<Socket> {
  const lookup = isOwners ? guardedLookup(port, open, resolve) : socketLookup(unnamed(resolve), () => true)
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
