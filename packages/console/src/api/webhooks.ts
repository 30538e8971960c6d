import { call, callFor } from './call.ts'

/** Epoch ms, as the API writes a time. */
type WireTime = { $date: number }

export type HookState = 'disabled' | 'failing' | 'held-back' | 'idle' | 'broad' | 'healthy'

type HookHealth = {
  state: HookState
  since: WireTime | null
  lastAt: WireTime | null
  lastStatusCode: number | null
  day: { success: number; failed: number }
  share: number | null
}

type HookRetry = { attempts: number; schedule: readonly number[] }

/** What of a webhook can be written, whatever its type. */
type CommonHook = {
  name: string
  condition: string
  enabled: boolean
  maxPerMinute: number
  retry?: HookRetry
}

type HttpHook = CommonHook & {
  type: 'http'
  url: string
  timeout_ms: number
  headers: Readonly<Record<string, string>>
  transform: { enabled: boolean; template: string }
}

type HookMail = {
  to: readonly string[]
  cc: readonly string[]
  subject: string
  bodyType: 'json' | 'html'
  bodyTemplate: string
}

type MailHook = CommonHook & { type: 'email'; email: HookMail }

/** A webhook as it is written. */
export type HookFields = HttpHook | MailHook

/** What a webhook is shown with besides. */
type HookFacts = {
  _id: string
  version: number
  secretHint?: string
  previousUntil?: WireTime
  createdAt: WireTime
  updatedAt: WireTime
  health?: HookHealth
  warnings?: readonly string[]
  heldBack?: readonly { reason: 'rate' | 'target'; waiting: number; since: WireTime }[]
}

/** A webhook as it is shown: values of its headers are masked. */
export type Hook = HookFields & HookFacts

/** The answer that made it: the only one with its secret. */
export type MadeHook = Hook & { secret?: string }

export type HookListQuery = { q: string; state: HookState | ''; page: number }

export type HookVersion = { version: number; at: WireTime; by: string | null; etag: string }

export type CountBucket = {
  at: WireTime
  success: number
  failed: number
  pending: number
  p50Ms: number | null
  p95Ms: number | null
}

export type HookStats = { step: string; buckets: readonly CountBucket[] }

export type HookTest = {
  ok: boolean
  request: OutgoingCall | null
  response: AnswerParts | null
  error: DeliveryFault | null
  timings: Readonly<Record<'renderMs' | 'dnsMs' | 'connectMs' | 'tlsMs' | 'firstByteMs', number | null>> & {
    totalMs: number
  }
  exchange: {
    kind: 'sample' | 'event'
    eventId: string
    method: string
    path: string
    statusCode: number | null
    matched: boolean
  }
}

/** A body as it was kept; `text` is base64 where the bytes are no UTF-8. */
export type KeptBody = {
  text: string
  encoding: 'utf8' | 'base64'
  length: number
  truncated: boolean
  state: 'captured' | 'withheld' | 'unreadable' | 'none' | 'dropped'
}

type HeaderValues = Readonly<Record<string, string>>

export type AnswerParts = { statusCode: number; headers: HeaderValues; body: KeptBody }

export type IncomingCall = { method: string; path: string; query: string; headers: HeaderValues; body: KeptBody }

export type OutgoingCall =
  | { type: 'http'; method: string; url: string; headers: HeaderValues; body: KeptBody }
  | { type: 'email'; from: string; to: readonly string[]; cc: readonly string[]; subject: string; body: KeptBody }

export type DeliveryFault = { stage: string; code: string; message: string }

/** What stands of a webhook's secret in the answer that made it. */
export type NewHookSecret = { secret: string; previousUntil: WireTime }

export const HOOKS_PER_PAGE = 25

const at = (id: string, below = '') => `/webhooks/${encodeURIComponent(id)}${below}`
const ifMatch = (etag: string | undefined): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { 'if-match': etag }

/** The parameters of a query that say something. */
export function queryOf(parameters: Readonly<Record<string, string | number | readonly string[] | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const values = Array.isArray(value) ? value : [value]
    for (const each of values) if (each !== undefined && each !== '') query.append(name, String(each))
  }
  return query.size === 0 ? '' : `?${query}`
}

export const webhooksApi = {
  list: ({ q, state, page }: HookListQuery) =>
    call<Hook[]>({
      method: 'GET',
      path: `/webhooks${queryOf({ include: 'health', q, state, page, pagesize: HOOKS_PER_PAGE })}`,
    }),
  /** All of them, for their names. */
  names: () => callFor<Hook[]>({ method: 'GET', path: '/webhooks?pagesize=1000' }),
  show: (id: string) => call<Hook>({ method: 'GET', path: at(id) }),
  create: (body: HookFields) => callFor<MadeHook>({ method: 'POST', path: '/webhooks', body }),
  /** @param etag of the version that was read; another one in between is 412 */
  change: (id: string, body: unknown, etag?: string) =>
    call<Hook>({ method: 'PATCH', path: at(id), body, headers: ifMatch(etag) }),
  replace: (id: string, body: HookFields, etag: string | undefined) =>
    call<Hook>({ method: 'PUT', path: at(id), body, headers: ifMatch(etag) }),
  remove: (id: string, etag?: string) => callFor<undefined>({ method: 'DELETE', path: at(id), headers: ifMatch(etag) }),
  tryRemoval: (id: string) => callFor<undefined>({ method: 'DELETE', path: `${at(id)}?dryRun=true` }),
  rotate: (id: string, graceSeconds: number) =>
    callFor<NewHookSecret>({ method: 'POST', path: at(id, '/secret'), body: { graceSeconds } }),
  versions: (id: string) => callFor<HookVersion[]>({ method: 'GET', path: at(id, '/versions') }),
  version: (id: string, version: number) => callFor<Hook>({ method: 'GET', path: at(id, `/versions/${version}`) }),
  restore: (id: string, version: number, etag: string | undefined) =>
    call<Hook>({ method: 'POST', path: at(id, `/versions/${version}/restore`), headers: ifMatch(etag) }),
  stats: (parameters: { webhook?: string; from?: number; to?: number; step?: string }) =>
    callFor<HookStats>({ method: 'GET', path: `/webhooks/stats${queryOf(parameters)}` }),
  test: (id: string, event: string | undefined) =>
    callFor<HookTest>({ method: 'POST', path: at(id, '/test'), body: { event } }),
  testUnsaved: (document: HookFields, event: string | undefined) =>
    callFor<HookTest>({ method: 'POST', path: '/webhooks/test', body: { ...document, event } }),
}
