import { Socket } from 'node:net'
import { Client } from 'undici'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import { NameLookupError } from '../../names/name-lookup-error.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { codeOf } from './describe-send-error.ts'
import { socketLookup } from './guarded-lookup.ts'
import {
  proxyAnswered,
  proxyClosed,
  proxyTimeout,
  proxyUnreachable,
  TunnelError,
  type TunnelPhase,
} from './tunnel-error.ts'

const MAX_ANSWER_HEADER_BYTES = 16 * 1024

export type TunnelDeadline = { timeoutMs: number; signal?: AbortSignal | undefined }

export type TunnelRequest = {
  /** Host and port, as CONNECT takes them. */
  authority: string
  deadline: TunnelDeadline
  /** Is told when the proxy has taken the connection. */
  asked(): void
}

/**
 * Has the proxy open one connection, by the CONNECT of undici's client. The name of the proxy is looked up as those of targets
 * are, and its addresses are not judged.
 * @throws TunnelError, or NameLookupError where there was no place to look the proxy's name up
 */
export async function openTunnel(
  proxy: ProxyServer,
  { authority, deadline, asked }: TunnelRequest,
  resolve: ResolveAll,
): Promise<Socket> {
  if (deadline.signal?.aborted) throw proxyTimeout(proxy.name, 'connecting', deadline.timeoutMs)
  let phase: TunnelPhase = 'connecting'
  const client = new Client(proxy.url, {
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    headersTimeout: 0,
    allowH2: false,
    connect: { timeout: 0, autoSelectFamily: true, lookup: socketLookup(resolve, () => true) },
  })
  client.once('connect', () => {
    phase = 'asked'
    asked()
  })
  const timeOut = () => void client.destroy(proxyTimeout(proxy.name, phase, deadline.timeoutMs))
  const timer = setTimeout(timeOut, deadline.timeoutMs)
  deadline.signal?.addEventListener('abort', timeOut, { once: true })
  try {
    return await connectBy(client, proxy, authority)
  } catch (error) {
    throw describeFailure(error, proxy.name, phase)
  } finally {
    clearTimeout(timer)
    deadline.signal?.removeEventListener('abort', timeOut)
    void client.destroy()
  }
}

async function connectBy(client: Client, { name, authorization }: ProxyServer, authority: string): Promise<Socket> {
  const credentials = authorization ? { 'proxy-authorization': authorization.reveal() } : {}
  const { socket, statusCode } = await client.connect({ path: authority, headers: { host: authority, ...credentials } })
  // Whoever is handed the connection hears of its end; until then nobody does.
  socket.on('error', () => {})
  if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket
  socket.destroy()
  throw proxyAnswered(name, statusCode)
}

function describeFailure(error: unknown, proxy: string, phase: TunnelPhase): Error {
  if (error instanceof TunnelError) return error
  if (error instanceof NameLookupError) {
    return error.code === 'LOOKUPS_FULL' ? error : proxyUnreachable(proxy, error.reason)
  }
  if (phase === 'asked') return proxyClosed(proxy)
  const code = codeOf(error)
  return proxyUnreachable(proxy, REASONS[code] ?? `could not be connected to${code && ` (${code})`}`)
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  EHOSTUNREACH: 'has no route to it',
  ENETUNREACH: 'has no route to it',
  ETIMEDOUT: 'did not take the connection in time',
}
