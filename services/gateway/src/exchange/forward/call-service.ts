import {
  errorCode,
  fieldError,
  type Grant,
  parseJson,
  type Refusal,
  refuse,
  type UpstreamName,
} from '@sluice/contracts'
import { type Logger, POSITIONS_HEADER, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { toServiceRefusal } from '../arrive/service-fault.ts'
import { buildGrant, type GrantSigning, type ReadableGrant } from './build-grant.ts'
import type { Upstreams } from './upstreams.ts'

/** What the gateway asks of a service for a caller whose request it answers itself. */
type ServiceCall = {
  service: Exclude<UpstreamName, 'mcp'>
  method: 'PATCH' | 'POST' | 'PUT'
  /** Percent-encoded. */
  target: string
  headers?: Readonly<Record<string, string>>
  json: unknown
  /** What the caller may do there, by the word of the gateway. */
  permission: NonNullable<Grant['permission']>
  /** The request that is answered: the service is told its id, its caller and from where it came. */
  request: Pick<ServiceRequest, 'requestId' | 'caller'>
}

export type ServiceReply = { kind: 'replied'; status: number; etag: string | undefined; body: Buffer }
/**
 * Asks a service, and returns its reply once what that says of the change log is in force here. A gateway that can not
 * get there in time returns the reply all the same, as the service has done what it says.
 */
export type CallService = (call: ServiceCall) => Promise<ServiceReply | Refusal>

type Dependencies = GrantSigning & { upstreams: Upstreams; logger: Logger }

const TIMEOUT_MS = 15_000
/** Beyond, a reply is read and not kept. */
const MAX_REPLY_BYTES = 1024 * 1024

export function createServiceCaller({ upstreams, logger, ...signing }: Dependencies): CallService {
  async function send(call: ServiceCall, grant: ReadableGrant) {
    const { service, method, target: path, headers = {}, json } = call
    const way = upstreams.ways(service)?.kept
    if (!way) throw new RangeError(`No address is known for the service ${service}.`)
    const reply = await way.request({
      method,
      path,
      headers: { ...headers, ...grant, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    return { reply, body: await readShort(reply.body) }
  }

  async function untilInForce(positions: string | string[] | undefined, requestId: string): Promise<void> {
    if (typeof positions !== 'string') return
    await signing.positions.note(positions)?.catch((error: unknown) => {
      logger.warn({ err: error, requestId }, 'changes.behind')
    })
  }

  return async call => {
    const { caller, requestId } = call.request
    const arrival = { requestId, method: call.method, origin: { address: caller.clientAddress } }
    const subject = { arrival, target: { encoded: call.target }, chain: caller.chain, caller }
    const grant = buildGrant(signing, subject, { upstream: call.service, permission: call.permission })
    if (grant.kind === 'refuse') return grant
    const sent = await send(call, grant.headers).catch((error: unknown) => toServiceRefusal(error, call.service))
    if ('kind' in sent) return sent
    const { reply, body } = sent
    const { [POSITIONS_HEADER]: positions, etag } = reply.headers
    await untilInForce(positions, requestId)
    return { kind: 'replied', status: reply.statusCode, etag: typeof etag === 'string' ? etag : undefined, body }
  }
}

const problem = z.object({ code: errorCode, detail: z.string(), errors: z.array(fieldError).optional() })

/** Reads why a service has refused what it was asked. */
export function readProblem(body: Buffer): Refusal {
  const parsed = parseJson(body)
  const read = parsed.kind === 'parsed' ? problem.safeParse(parsed.value).data : undefined
  if (!read) return refuse('UPSTREAM_FAILED', 'The answer of a service can not be read. Try again shortly.')
  const { code, detail, errors = [] } = read
  return errors.length > 0 ? refuse(code, detail, errors) : refuse(code, detail)
}

async function readShort(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length <= MAX_REPLY_BYTES) kept.push(chunk)
  }
  return Buffer.concat(kept)
}
