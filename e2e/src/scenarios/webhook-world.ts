import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, type ReceivedDelivery, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'

export type WebhookAnswer = { _id: string; name: string; enabled: boolean; [field: string]: unknown }
type LogLine = { _id: string; eventId: string; status: string; durationMs: number; summary: string }
type EntryDetail = LogLine & {
  conditionEvaluation: { matched: boolean; explanation: object }
  outgoingRequest: object | null
  response: { statusCode: number; body: { text: string } } | null
  error: { stage: string; code: string; message: string } | null
}
/** `eventId`: of the exchange that this request was. */
export type AnsweredRequest = { status: number; eventId: string; headers: Headers; text: string }
/** `json`: a body that is sent as it stands here. */
type RequestOptions = { body?: unknown; json?: string; headers?: Readonly<Record<string, string>> }

export type WebhookWorld = {
  /** Opens what the webhooks call. To be called before all else. */
  open(): Promise<void>
  /** Takes webhooks back, and closes. */
  close(): Promise<void>
  receiver(): DeliveryReceiver
  owner(): HttpClient
  unique(what: string): string
  /** @returns its path */
  makeCollection(): Promise<string>
  /** @param fields to be added to a name and the url of the receiver, if it is to call that */
  makeWebhook(fields: object): Promise<WebhookAnswer>
  /** Sends a request as the owner, through the gateway by which webhooks are made, where they are live at once. */
  send(method: string, path: string, sent?: RequestOptions): Promise<AnsweredRequest>
  /** What the webhook has done about this exchange, once it has ended. */
  entryOf(webhook: WebhookAnswer, exchange: AnsweredRequest): Promise<LogLine>
  detailOf(webhook: WebhookAnswer, exchange: AnsweredRequest): Promise<EntryDetail>
  /** What the receiver was told of this exchange by this webhook. */
  deliveriesOf(webhook: WebhookAnswer, exchange: AnsweredRequest): Promise<ReceivedDelivery[]>
}

/** Epoch ms of a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** What the sentences about webhooks are tried on: webhooks and collections with names of this scenario. */
export function createWebhookWorld(target: () => SluiceTarget, scenario: string): WebhookWorld {
  const made: string[] = []
  let opened: DeliveryReceiver | undefined
  let count = 0
  const unique = (what: string) => `${scenario}-${what}-${++count}`
  const owner = () => ownerClient({ url: target().urls[0], ownerPassword: target().ownerPassword })
  const receiver = () => {
    if (!opened) throw new RangeError('The receiver has not been opened.')
    return opened
  }

  const entryOf = (webhook: WebhookAnswer, { eventId }: AnsweredRequest): Promise<LogLine> =>
    eventually(
      async () => {
        // Looking is an exchange too, and would soon fill the page.
        const at = timeOf(eventId)
        const log = `/webhooks/${webhook._id}/logs?from=${at}&to=${at + 1}`
        const { items } = await owner().json<{ items: LogLine[] }>('GET', log)
        const entry = items.find(item => item.eventId === eventId)
        return entry !== undefined && entry.status !== 'pending' && entry
      },
      { timeoutMs: 30_000, what: `an entry of ${webhook.name}` },
    )

  return {
    receiver,
    owner,
    unique,
    entryOf,
    async open() {
      opened = await startReceiver(target().receiver)
    },
    async close() {
      for (const path of made.splice(0)) await owner().status('DELETE', path)
      opened?.close()
    },
    async makeCollection() {
      const path = `/${unique('collection')}`
      await owner().json('PUT', path)
      return path
    },
    async makeWebhook(fields) {
      const where = 'email' in fields ? {} : { url: `${receiver().url}/hook` }
      const webhook = await owner().json<WebhookAnswer>('POST', '/webhooks', {
        name: unique('hook'),
        ...where,
        ...fields,
      })
      made.push(`/webhooks/${webhook._id}`)
      return webhook
    },
    async send(
      method,
      path,
      { body, json = body === undefined ? undefined : JSON.stringify(body), headers = {} } = {},
    ) {
      const { urls, ownerPassword } = target()
      const authorization = `Basic ${btoa(`admin:${ownerPassword}`)}`
      const response = await fetch(urls[0] + path, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(json === undefined ? {} : { body: json }),
      })
      const eventId = response.headers.get('x-request-id') ?? ''
      return { status: response.status, eventId, headers: response.headers, text: await response.text() }
    },
    async detailOf(webhook, exchange) {
      const { _id } = await entryOf(webhook, exchange)
      return owner().json('GET', `/webhooks/${webhook._id}/logs/${_id}`)
    },
    async deliveriesOf(webhook, exchange) {
      const { _id } = await entryOf(webhook, exchange)
      return receiver().deliveries.filter(({ webhookId }) => webhookId === _id)
    },
  }
}
