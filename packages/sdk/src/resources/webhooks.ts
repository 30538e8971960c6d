import type { CallOptions } from '../http/call.ts'
import { gone, unwrap, unwrapWhole } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import type { Transport } from '../http/transport.ts'
import { openTail } from '../tail.ts'
import type { TailOptions } from '../tail-types.ts'
import { cursorList, numberedList, splitOptions } from './lists.ts'
import type { AnswerOf, BodyOf, ListOptions } from './operation-types.ts'
import { createParams, type PutOptions, putParams, type WriteOptions, withEtag, writeParams } from './write-options.ts'

/**
 * A delivery of `webhooks.listen`, as its receiver gets it; `id` is its `webhook-id`. One that can't be rendered has an
 * `error` in the place of headers and body.
 */
export type ListenerDelivery = Pick<WebhookLogEntry, 'eventId'> & {
  id: string
  at: WebhookLogEntry['timestamp']
  summary: string
  headers?: Readonly<Record<string, string>>
  body?: string
  error?: string
}
export type WebhookLogEntry = AnswerOf<'listLogs'>['items'][number]
export type WebhooksResource = ReturnType<typeof createWebhooksResource>

export const createWebhooksResource = (raw: RawClient, transport: Transport) => ({
  ...definitionCalls(raw),
  ...logCalls(raw, transport),
  ...trialCalls(raw),
  mailServer: {
    async get(options: CallOptions = {}) {
      const { data, etag } = withEtag(await unwrapWhole(raw.GET('/webhooks/mail-server', options)))
      return { mailServer: data, etag }
    },
    /** Tries the server, and keeps it where it lets Sluice in. */
    async put(server: BodyOf<'replaceMailServer'>, options: PutOptions = {}) {
      const call = { ...putParams(undefined, options), body: server }
      const { data, etag } = withEtag(await unwrapWhole(raw.PUT('/webhooks/mail-server', call)))
      return { mailServer: data, etag }
    },
    delete: (options: WriteOptions = {}): Promise<void> =>
      gone(raw.DELETE('/webhooks/mail-server', writeParams(undefined, options))),
    allowance: (options: CallOptions = {}) => unwrap(raw.GET('/webhooks/mail-allowance', options)),
  },
})

const definitionCalls = (raw: RawClient) => ({
  list(options: ListOptions<'listWebhooks'> = {}) {
    const { query, call } = splitOptions(options)
    return numberedList(query.pagesize, page =>
      unwrapWhole(raw.GET('/webhooks', { params: { query: { ...query, ...page } }, ...call })),
    )
  },
  async get(id: string, options: CallOptions = {}) {
    const { data, etag } = withEtag(await unwrapWhole(raw.GET('/webhooks/{id}', at({ id }, options))))
    return { webhook: data, etag }
  },
  /** Makes a webhook. The answer has its `secret`, which stands nowhere later. */
  create: (webhook: BodyOf<'createWebhook'>, options: Omit<WriteOptions, 'ifMatch'> = {}) =>
    unwrap(raw.POST('/webhooks', { ...createParams(options), body: webhook, repeat: 'keyed' })),
  /**
   * Makes the webhook, or replaces it. The first answer of a new one has its `secret`, which stands nowhere later: without
   * `secret` or `ifMatch` the call is not sent again where it may have worked.
   */
  put(id: string, webhook: BodyOf<'replaceWebhook'>, options: PutOptions = {}) {
    const repeat = (webhook.secret ?? options.ifMatch) ? undefined : 'refused-only'
    return unwrap(raw.PUT('/webhooks/{id}', { ...putParams({ id }, options), body: webhook, repeat }))
  },
  /** Merges: null removes, `headers` is replaced whole. */
  patch: (id: string, changes: BodyOf<'changeWebhook'>, options: WriteOptions = {}) =>
    unwrap(raw.PATCH('/webhooks/{id}', { ...writeParams({ id }, options), body: changes })),
  delete: (id: string, options: WriteOptions = {}): Promise<void> =>
    gone(raw.DELETE('/webhooks/{id}', writeParams({ id }, options))),
  versions: {
    list(id: string, { pagesize, ...options }: CallOptions & { pagesize?: number } = {}) {
      return numberedList(pagesize, page =>
        unwrapWhole(raw.GET('/webhooks/{id}/versions', { params: { path: { id }, query: page }, ...options })),
      )
    },
    get: (id: string, version: number, options: CallOptions = {}) =>
      unwrap(raw.GET('/webhooks/{id}/versions/{version}', at({ id, version: `${version}` }, options))),
    restore: (id: string, version: number, options: WriteOptions = {}) =>
      unwrap(
        raw.POST('/webhooks/{id}/versions/{version}/restore', writeParams({ id, version: `${version}` }, options)),
      ),
  },
  /** Makes a new secret. The one before signs beside it for `graceSeconds` more. */
  rotateSecret: (id: string, settings: BodyOf<'rotateSecret'> = {}, options: CallOptions = {}) =>
    unwrap(raw.POST('/webhooks/{id}/secret', { ...at({ id }, options), body: settings, repeat: 'never' })),
})

const logCalls = (raw: RawClient, transport: Transport) => ({
  /** The log of a webhook, newest first. */
  logs(id: string, options: ListOptions<'listLogs'> = {}) {
    const { query, call } = splitOptions(options)
    return cursorList(page =>
      unwrap(raw.GET('/webhooks/{id}/logs', { params: { path: { id }, query: { ...query, ...page } }, ...call })),
    )
  },
  /** The logs of all webhooks together, newest first. */
  allLogs(options: ListOptions<'listAllLogs'> = {}) {
    const { query, call } = splitOptions(options)
    return cursorList(page => unwrap(raw.GET('/webhooks/logs', { params: { query: { ...query, ...page } }, ...call })))
  },
  log: (id: string, logId: string, options: CallOptions = {}) =>
    unwrap(raw.GET('/webhooks/{id}/logs/{logId}', at({ id, logId }, options))),
  clearLogs: (id: string, options: CallOptions = {}): Promise<void> =>
    gone(raw.DELETE('/webhooks/{id}/logs', at({ id }, options))),
  /** Counts what deliveries came to, in steps of time. */
  stats(options: ListOptions<'showStats'> = {}) {
    const { query, call } = splitOptions(options)
    return unwrap(raw.GET('/webhooks/stats', { params: { query }, ...call }))
  },
  /** Delivers one entry again: as it was sent, or rendered anew. */
  redeliver(id: string, logId: string, { signal, timeoutMs, ...body }: BodyOf<'redeliverLog'> & CallOptions = {}) {
    const call = at({ id, logId }, { signal, timeoutMs })
    return unwrap(raw.POST('/webhooks/{id}/logs/{logId}/redeliver', { ...call, body }))
  },
  /** Delivers entries that the filters find again, up to a thousand; `next` of the answer goes on, as `cursor`. */
  redeliverMany: (id: string, filters: BodyOf<'redeliverLogs'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/webhooks/{id}/redeliver', { ...at({ id }, options), body: filters })),
  /** Delivers all entries that the filters find again, however many they are. Yields what it came to so far, after each request. */
  async *redeliverAll(id: string, filters: BodyOf<'redeliverLogs'>, options: CallOptions = {}) {
    const sum = { matched: 0, redelivered: 0, refused: 0 }
    let cursor = filters.cursor
    do {
      const body = { ...filters, ...(cursor && { cursor }) }
      const { more, next, ...counts } = await unwrap(
        raw.POST('/webhooks/{id}/redeliver', { ...at({ id }, options), body }),
      )
      sum.matched += counts.matched
      sum.redelivered += counts.redelivered
      sum.refused += counts.refused
      yield { ...sum, more }
      cursor = next
    } while (cursor)
  },
  /** Follows the log: entries as they end. */
  tail(id: string, { status, ...options }: TailOptions & { status?: 'success' | 'failed' | 'skipped' } = {}) {
    const call = { operation: 'GET /webhooks/{id}/logs/tail', id, query: { status } }
    return openTail<'entry', WebhookLogEntry>(transport, call, options)
  },
  /** Follows the signed deliveries of a webhook that is not saved. Make a secret for it: `whsec_` and base64 of 24 to 64 bytes. */
  listen: (body: BodyOf<'listen'>, options: TailOptions = {}) =>
    openTail<'delivery', ListenerDelivery>(transport, { operation: 'POST /webhooks/listen', body }, options),
})

const trialCalls = (raw: RawClient) => ({
  /** Sends one test delivery, of a webhook that is saved. */
  test: (id: string, settings: BodyOf<'testWebhook'> = {}, options: CallOptions = {}) =>
    unwrap(raw.POST('/webhooks/{id}/test', { ...at({ id }, options), body: settings })),
  /** Sends one test delivery, of a webhook that is not saved. */
  testUnsaved: (webhook: BodyOf<'testUnsavedWebhook'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/webhooks/test', { body: webhook, ...options })),
  templates: {
    list: (options: CallOptions = {}) => unwrap(raw.GET('/webhooks/templates', options)),
    preview: (template: BodyOf<'previewTemplate'>, options: CallOptions = {}) =>
      unwrap(raw.POST('/webhooks/templates/preview', { body: template, repeat: 'idempotent', ...options })),
  },
  conditions: {
    check: (condition: BodyOf<'checkCondition'>, options: CallOptions = {}) =>
      unwrap(raw.POST('/webhooks/conditions/check', { body: condition, repeat: 'idempotent', ...options })),
  },
  recordings: {
    /** Records all exchanges of a minute, or gives the recording that runs. */
    start: (options: CallOptions = {}) =>
      unwrap(raw.POST('/webhooks/recordings', { repeat: 'idempotent', ...options })),
    get: (id: string, options: CallOptions = {}) => unwrap(raw.GET('/webhooks/recordings/{id}', at({ id }, options))),
  },
})

const at = <Path>(path: Path, options: CallOptions) => ({ params: { path }, ...options })
