import { BlockList, isIP } from 'node:net'
import { usageError } from '../cli-error.ts'
import type { LocalDelivery } from './local-delivery.ts'

/** Where deliveries go on this machine. */
export type ForwardTarget = {
  url: URL
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  signal: AbortSignal
}

/** What the receiver has said. Its text is the beginning of its body. */
export type ForwardAnswer = { durationMs: number } & ({ status: number; text: string } | { error: string })

type ForwardRules = { isRemoteAllowed: boolean; server: string }

/** @throws CliError where deliveries may not go there */
export function readForwardUrl(text: string, { isRemoteAllowed, server }: ForwardRules): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw usageError('--forward has to be an http or https address.')
  if (url.username !== '' || url.password !== '')
    throw usageError('A secret is no argument.', 'Leave user and password out of --forward.')
  if (isSame(url, new URL(server)))
    throw usageError('--forward leads to the server itself: each delivery would make the next one.')
  if (isRemoteAllowed || isLoopback(url.hostname)) return url
  throw usageError('--forward leads to another machine.', 'Add --allow-remote if that is meant.')
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(address)
  if (version === 0) return /^(?:.+\.)?localhost$/.test(host)
  return LOOPBACK.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether two addresses are one server, by whatever name this machine is called. */
const isSame = (one: URL, other: URL): boolean =>
  one.origin === other.origin || (one.port === other.port && isLoopback(one.hostname) && isLoopback(other.hostname))

const SHOWN_BYTES = 2_000

/** Sends a delivery to the receiver. Redirects are its answer, and are not followed. */
export async function forward(delivery: LocalDelivery, target: ForwardTarget): Promise<ForwardAnswer> {
  const startedAt = performance.now()
  const { url, timeoutMs } = target
  const headers = { ...delivery.headers, ...target.headers }
  const signal = AbortSignal.any([target.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: delivery.body, redirect: 'manual', signal })
    const text = await readBeginning(answer)
    return { status: answer.status, text, durationMs: performance.now() - startedAt }
  } catch (error) {
    return { error: reasonOf(error), durationMs: performance.now() - startedAt }
  }
}

/** Reads the first bytes of a body, and no more of it than these. */
async function readBeginning({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes >= SHOWN_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, SHOWN_BYTES).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
