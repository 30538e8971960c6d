import type { SignatureFields } from '../domain/hook-form/signature-draft.ts'
import { sluice } from '../session/send-signed-in.ts'
import { type ApiReply, callFor, reply, replyValue } from './call.ts'

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
  disableAfter?: { failures: number; days: number }
  contact?: readonly string[]
}

type HttpHook = CommonHook & {
  type: 'http'
  url: string
  timeout_ms: number
  headers: Readonly<Record<string, string>>
  transform: { enabled: boolean; template: string }
  signature?: SignatureFields
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

/** A change of some fields: null takes one away. */
export type HookChange = Parameters<typeof sluice.webhooks.patch>[1]

/** What a webhook is shown with besides. */
type HookFacts = {
  _id: string
  version: number
  secretHint?: string
  previousUntil?: WireTime
  autoDisabled?: { at: WireTime; since: WireTime; failures: number }
  switchedOnAt?: WireTime
  createdAt: WireTime
  updatedAt: WireTime
  health?: HookHealth
  warnings?: readonly string[]
  heldBack?: readonly { reason: 'rate' | 'target'; waiting: number; since: WireTime }[]
}

/** A webhook as it is shown: values of its headers, and a second secret, are masked. */
export type Hook = HookFields & HookFacts

/** The answer that made it: the only one with its secret. */
export type MadeHook = Hook & { secret?: string }

export type HookListQuery = { q: string; type: Hook['type'] | ''; state: HookState | ''; page: number }

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

/** Times are epoch ms. */
type WebhookStatsQuery = { webhook?: string; from?: number; to?: number; step?: StatsStep }
export type StatsStep = '1m' | '5m' | '15m' | '1h' | '6h' | '1d'

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

type HeaderTexts = Readonly<Record<string, string>>

export type AnswerParts = { statusCode: number; headers: HeaderTexts; body: KeptBody }

export type IncomingCall = { method: string; path: string; query: string; headers: HeaderTexts; body: KeptBody }

export type OutgoingCall =
  | { type: 'http'; method: string; url: string; headers: HeaderTexts; body: KeptBody }
  | { type: 'email'; from: string; to: readonly string[]; cc: readonly string[]; subject: string; body: KeptBody }

export type DeliveryFault = { stage: string; code: string; message: string }

/** What stands of a webhook's secret in the answer that made it. */
export type NewHookSecret = { secret: string; previousUntil: WireTime }

export const HOOKS_PER_PAGE = 25

const { raw } = sluice

const at = (id: string) => ({ params: { path: { id } } })
/** @param etag of the version that was read; another one in between is 412 */
const writeAt = (id: string, etag: string | undefined) => ({
  params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
})

/** A period as the API takes it. Times are epoch ms. */
export const periodOf = ({ from, to }: { from?: number | undefined; to?: number | undefined }) => ({
  ...(from !== undefined && { from: String(from) }),
  ...(to !== undefined && { to: String(to) }),
})

export const webhooksApi = {
  list({ q, type, state, page }: HookListQuery): Promise<ApiReply<Hook[]>> {
    const query = {
      include: 'health' as const,
      ...(q && { q }),
      ...(type && { type }),
      ...(state && { state }),
      page,
      pagesize: HOOKS_PER_PAGE,
    }
    return reply(raw.GET('/webhooks', { params: { query } }))
  },
  /** Lists the webhooks of a state, the newest first, and counts them. */
  ofState: (state: HookState, pagesize: number): Promise<ApiReply<Hook[]>> =>
    reply(raw.GET('/webhooks', { params: { query: { include: 'health', state, pagesize } } })),
  /** Those among the newest disabled ones that have switched themselves off. */
  selfDisabled: async (pagesize: number): Promise<Hook[]> =>
    (await webhooksApi.ofState('disabled', pagesize)).value.filter(({ autoDisabled }) => autoDisabled),
  /** The newest ones, with how each does. */
  newest: (pagesize: number): Promise<ApiReply<Hook[]>> =>
    reply(raw.GET('/webhooks', { params: { query: { include: 'health', pagesize } } })),
  countFailing: async () =>
    (await reply(raw.GET('/webhooks', { params: { query: { state: 'failing', pagesize: 1 } } }))).total ?? 0,
  /** All of them, for their names. */
  names: (): Promise<Hook[]> => replyValue(raw.GET('/webhooks', { params: { query: { pagesize: 1000 } } })),
  show: (id: string): Promise<ApiReply<Hook>> => reply(raw.GET('/webhooks/{id}', at(id))),
  create: (body: HookFields): Promise<MadeHook> => replyValue(raw.POST('/webhooks', { body })),
  change: (id: string, body: HookChange, etag?: string): Promise<ApiReply<Hook>> =>
    reply(raw.PATCH('/webhooks/{id}', { ...writeAt(id, etag), body })),
  replace: (id: string, body: HookFields, etag: string | undefined): Promise<ApiReply<Hook>> =>
    reply(raw.PUT('/webhooks/{id}', { ...writeAt(id, etag), body })),
  remove: (id: string, etag?: string): Promise<undefined> =>
    replyValue(raw.DELETE('/webhooks/{id}', writeAt(id, etag))),
  tryRemoval: (id: string): Promise<undefined> =>
    replyValue(raw.DELETE('/webhooks/{id}', { params: { path: { id }, query: { dryRun: true } } })),
  rotate: (id: string, graceSeconds: number) =>
    callFor<NewHookSecret>({
      method: 'POST',
      path: `/webhooks/${encodeURIComponent(id)}/secret`,
      body: { graceSeconds },
    }),
  versions: (id: string): Promise<HookVersion[]> => replyValue(raw.GET('/webhooks/{id}/versions', at(id))),
  version: (id: string, version: number): Promise<Hook> =>
    replyValue(raw.GET('/webhooks/{id}/versions/{version}', { params: { path: { id, version: `${version}` } } })),
  restore: (id: string, version: number, etag: string | undefined): Promise<ApiReply<Hook>> =>
    reply(
      raw.POST('/webhooks/{id}/versions/{version}/restore', {
        params: { path: { id, version: `${version}` }, header: etag === undefined ? {} : { 'If-Match': etag } },
      }),
    ),
  stats({ webhook, from, to, step }: WebhookStatsQuery): Promise<HookStats> {
    const query = { ...(webhook && { webhook: [webhook] }), ...periodOf({ from, to }), ...(step && { step }) }
    return replyValue(raw.GET('/webhooks/stats', { params: { query } }))
  },
  test: (id: string, event: string | undefined): Promise<HookTest> =>
    replyValue(raw.POST('/webhooks/{id}/test', { ...at(id), body: { ...(event && { event }) } })),
  testUnsaved: (document: HookFields, event: string | undefined): Promise<HookTest> =>
    replyValue(raw.POST('/webhooks/test', { body: { ...document, ...(event && { event }) } })),
}
