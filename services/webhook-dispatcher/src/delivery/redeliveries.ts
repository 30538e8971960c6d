import { type Refusal, refuse, type WebhookRecord } from '@sluice/contracts'
import { type ExecutionRow, fromEventRow } from '../domain/execution/execution.ts'
import { type Render, refuseRedelivery, sentBody, toRedelivery } from '../domain/execution/redelivery.ts'
import type { DeliveryBody } from '../domain/request/plan-delivery.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'
import { type ChannelOf, renderBy } from './channel.ts'
import type { DeliveryMeters } from './delivery-meters.ts'

export type RedeliveryDependencies = {
  live: LiveWebhooks
  log: LogStore
  waiting: WaitingStore
  channelOf: ChannelOf
  meters: DeliveryMeters
  now: () => Date
}

/** `row`: the new execution, which is `pending`. */
export type Redelivery = { kind: 'redelivered'; row: ExecutionRow } | Refusal

export type Redeliveries = ReturnType<typeof createRedeliveries>

/**
 * Has executions delivered once more because somebody asks for it: as executions of their own, by the webhook as it is
 * now, by whichever dispatcher comes first. Whoever asks twice at once has asked for the same.
 */
export function createRedeliveries({ live, log, waiting, channelOf, meters, now }: RedeliveryDependencies) {
  async function render(execution: ExecutionRow, webhook: WebhookRecord, how: Render): Promise<PreparedRedelivery> {
    const event = await log.event(execution.eventId)
    const chain = event?.event.chain ?? []
    const sent = how === 'same' ? sentBody(execution, webhook) : undefined
    if (sent) return 'kind' in sent ? sent : { kind: 'ready', body: sent, chain }
    if (!event) return refuse('CONFLICT', 'The event is not kept any more, so nothing can be rendered from it.')
    const rendered = renderBy(channelOf(webhook), fromEventRow(event))
    if (rendered.kind === 'fail') return refuse('CONFLICT', `It can't be rendered: ${rendered.message}`)
    const { kind: _, ...body } = rendered
    return { kind: 'ready', body, chain }
  }

  async function put(row: ExecutionRow, version: WebhookVersion, { body, chain }: ReadyBody): Promise<Redelivery> {
    const { webhook, from: versionFrom } = version
    const { target } = channelOf(webhook)
    const { text, isJson, subject } = body
    const isAdded = await waiting.add({
      _id: row._id,
      webhookId: webhook._id,
      versionFrom,
      target,
      reason: 'redelivery',
      dueAt: row.at,
      chain,
      body: text,
      isJson,
      subject,
      attempt: 1,
      attempts: [],
      isUncertain: false,
      opening: row,
    })
    if (!isAdded) return refuse('CONFLICT', 'Too many deliveries of this webhook wait. Try again when they are fewer.')
    meters.waiting('redelivery')
    return { kind: 'redelivered', row: await log.add(row) }
  }

  return {
    /** Why nothing of this webhook can be delivered again now. */
    refusal(webhookId: string): Refusal | undefined {
      if (!live.isPluginEnabled()) {
        const detail = 'Webhooks are switched off. Enable the plugin: POST /plugins/webhooks/enable.'
        return refuse('WEBHOOKS_PLUGIN_DISABLED', detail)
      }
      return live.mayDeliver(webhookId)
        ? undefined
        : refuse('CONFLICT', 'The webhook is disabled, so it delivers nothing. Enable it first.')
    },

    /** @param ofEvent all executions of its webhook and event. Durable when it resolves. */
    async redeliver(execution: ExecutionRow, ofEvent: readonly ExecutionRow[], how: Render): Promise<Redelivery> {
      const version = live.versionOf(execution.webhookId)
      if (!version) return refuse('NOT_FOUND', 'There is no webhook with this id.')
      const refusal = refuseRedelivery(execution, ofEvent)
      if (refusal) return refusal
      const prepared = await render(execution, version.webhook, how)
      if (prepared.kind === 'refuse') return prepared
      return put(toRedelivery(execution, version, { ofEvent, at: now() }), version, prepared)
    },
  }
}

type ReadyBody = { kind: 'ready'; body: Omit<DeliveryBody, 'kind'>; chain: readonly string[] }
type PreparedRedelivery = ReadyBody | Refusal
