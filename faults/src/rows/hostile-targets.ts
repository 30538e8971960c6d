import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type HostileManner,
  type HostileTarget,
  makeSelfSigned,
  type SelfSigned,
  startHostileTarget,
  temporaryDirectory,
} from '@sluice/testkit'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import { createWebhook } from '../experiment/create-webhook.ts'
import type { ExpectedOutcome } from '../oracle/judges/judge-outcomes.ts'

/** Nobody listens there. */
const CLOSED_URL = 'http://127.0.0.1:1/refuses'

/** The time limit for targets that would take for ever. */
const SHORT_TIMEOUT_MS = 1_000
/** The time limit for the other targets is such that on a busy machine their own fault shows and no other. */
const TIMEOUT_MS = 5_000

const failed = (stage: string, code: string): ExpectedOutcome => ({ status: 'failed', stage, code })
const refused = (statusCode: number): ExpectedOutcome => ({ ...failed('response', 'STATUS_NOT_2XX'), statusCode })
const success = (statusCode: number): ExpectedOutcome => ({ status: 'success', statusCode })

const OUTCOMES: readonly (readonly [HostileManner, ExpectedOutcome])[] = [
  ['fails', refused(500)],
  ['hangs', failed('request', 'TIMEOUT')],
  ['resets', failed('response', 'CONNECTION_CLOSED')],
  ['resets-in-body', failed('response', 'CONNECTION_CLOSED')],
  ['hangs-in-body', failed('response', 'TIMEOUT')],
  ['one-byte-a-second', failed('response', 'TIMEOUT')],
  ['never-ends', { ...success(200), isCut: true }],
  // Unpacked, it would be cut.
  ['gzip-bomb', success(200)],
  ['redirects-to-itself', refused(302)],
  ['redirects-inwards', refused(302)],
  ['says-too-long', failed('response', 'CONNECTION_CLOSED')],
  ['says-too-short', success(200)],
  ['answers-204', success(204)],
  ['floods-1xx', failed('response', 'TOO_MANY_1XX')],
  ['floods-headers', failed('response', 'HEADERS_TOO_LARGE')],
  ['speaks-ssh', failed('response', 'NOT_HTTP')],
]

/** The last two would be trusted if they were not what they are. */
const CERTIFICATES = [
  { name: 'self-signed', of: makeSelfSigned('127.0.0.1'), says: 'DEPTH_ZERO_SELF_SIGNED_CERT', isTrusted: false },
  { name: 'expired', of: makeSelfSigned('127.0.0.1', Date.now() - 60_000), says: 'CERT_HAS_EXPIRED', isTrusted: true },
  {
    name: 'of another host',
    of: makeSelfSigned('other.example.com'),
    says: 'ERR_TLS_CERT_ALTNAME_INVALID',
    isTrusted: true,
  },
] as const

/** Settings by which all processes trust those certificates that are wrong in one respect only. */
export async function trustCertificates(): Promise<Record<string, string>> {
  const file = join(await temporaryDirectory(), 'trusted.pem')
  await writeFile(file, CERTIFICATES.map(({ of, isTrusted }) => (isTrusted ? of.cert : '')).join(''))
  return { NODE_EXTRA_CA_CERTS: file }
}

/** `hostile`: undefined where nobody listens. `event`: the query of the requests that it is told of; it is told of those for all too. */
export type HostileWebhook = {
  name: string
  event: string
  webhookId: string
  timeoutMs: number
  outcome: ExpectedOutcome
  hostile: HostileTarget | undefined
  times: 0 | 1
}

/** The query of a request that all of them are told of. */
export const EVENT_FOR_ALL = 'all'

/** One of each kind, and a webhook for each. @param condition of which requests they may be told */
export async function openTargets(owner: AskAsOwner, condition: string): Promise<HostileWebhook[]> {
  const targets: HostileWebhook[] = []
  const add = async (target: Omit<HostileWebhook, 'event' | 'webhookId' | 'timeoutMs'>, url: string) => {
    const timeoutMs = target.outcome.code === 'TIMEOUT' ? SHORT_TIMEOUT_MS : TIMEOUT_MS
    const event = `kind-${targets.length}`
    const isMeant = `(qparams-contain('${event}') or qparams-contain('${EVENT_FOR_ALL}'))`
    const webhook = { name: target.name, condition: `${condition} and ${isMeant}`, url, timeout_ms: timeoutMs }
    targets.push({ ...target, event, webhookId: await createWebhook(owner, webhook), timeoutMs })
  }
  const open = async (
    name: string,
    manner: HostileManner,
    how: { outcome: ExpectedOutcome; certificate?: SelfSigned },
  ) => {
    const hostile = await startHostileTarget(manner, how.certificate)
    await add({ name, outcome: how.outcome, hostile, times: how.certificate ? 0 : 1 }, hostile.url)
  }
  await add(
    { name: 'refuses', outcome: failed('connect', 'CONNECTION_REFUSED'), hostile: undefined, times: 0 },
    CLOSED_URL,
  )
  for (const [manner, outcome] of OUTCOMES) await open(manner, manner, { outcome })
  for (const { name, of: certificate, says } of CERTIFICATES) {
    await open(name, 'answers-204', { outcome: { ...failed('tls', 'TLS_FAILED'), says: `(${says})` }, certificate })
  }
  return targets
}
