import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { DeliveryError, ExecutionResult, ExecutionRow } from '../domain/execution.ts'
import { DISABLED, resultWithoutSend } from '../domain/execution-result.ts'
import type { DeliveryBody } from '../domain/plan-delivery.ts'
import type { LiveWebhooks, LogStore } from '../ports.ts'
import type { Channel, ChannelOf } from './channel.ts'
import type { Claimed } from './claims.ts'
import type { DeliveryMeters } from './delivery-meters.ts'
import type { Persist } from './persist.ts'
import { atStep } from './steps.ts'
import type { TargetSlots } from './target-slots.ts'

export type DeliveryDependencies = {
  live: LiveWebhooks
  log: LogStore
  channelOf: ChannelOf
  slots: TargetSlots
  logger: Logger
  meters: DeliveryMeters
  persist: Persist
  /** Aborted at the end of the process: what is still to be written then is written by the next one. */
  ending: AbortSignal
}

/** One execution to be brought to its end. */
export type Delivery = Claimed & {
  webhook: WebhookRecord
  versionFrom: number
  /** The webhooks that led to the event. */
  chain: readonly string[]
}

/**
 * `full`: too much waits for this target, so the delivery has to be parked; `stopped`: the process ends before it has
 * begun; `unknown`: the process ends before it is known what came of it; `left`: somebody else brings it to its end.
 */
export type DeliveryEnd = 'ended' | 'full' | 'stopped' | 'unknown' | 'left'

export type Deliveries = ReturnType<typeof createDeliveries>

/** Brings executions to their end: in a slot of its target, each is rendered, sent and logged. */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { live, log, channelOf, slots, logger, meters, persist, ending } = dependencies

  async function finish(row: ExecutionRow, result: ExecutionResult, host?: string): Promise<DeliveryEnd> {
    const isWritten = await persist(() => log.finish(row, result))
    if (!isWritten) return 'unknown'
    atStep('after-log', row._id)
    meters.ended(result)
    logger.info(describeAttempt(row, result, host), 'delivery.attempted')
    return 'ended'
  }

  const failRow = (row: ExecutionRow, attempt: number, error: DeliveryError) =>
    finish(row, resultWithoutSend('failed', attempt, error))
  const fail = ({ row, attempt }: Delivery, error: DeliveryError) => failRow(row, attempt, error)

  async function send(delivery: Delivery, body: Omit<DeliveryBody, 'kind'>): Promise<DeliveryEnd> {
    const { row, webhook, attempt } = delivery
    if (!live.mayDeliver(webhook._id)) return finish(row, resultWithoutSend('skipped', attempt, DISABLED))
    const channel = channelOf(webhook)
    const end = await channel.attempt(delivery, body)
    return end.kind === 'result' ? finish(row, end.result, channel.host) : end.kind
  }

  async function renderAndSend(delivery: Delivery, exchange: RecordedExchange): Promise<DeliveryEnd> {
    const body = channelOf(delivery.webhook).render(exchange)
    return body.kind === 'fail' ? fail(delivery, body) : send(delivery, body)
  }

  /** Runs `work` in a slot of the webhook's target. */
  function inSlot({ target }: Pick<Channel, 'target'>, work: () => Promise<DeliveryEnd>): Promise<DeliveryEnd> {
    return new Promise((resolve, reject) => {
      const job = { start: () => work().then(resolve, reject), drop: resolve }
      if (!slots.enter(target, job)) resolve(ending.aborted ? 'stopped' : 'full')
    })
  }

  return {
    /** Delivers what an exchange has matched. @returns when the result is durable */
    deliver: (delivery: Delivery, exchange: RecordedExchange): Promise<DeliveryEnd> =>
      inSlot(channelOf(delivery.webhook), () => renderAndSend(delivery, exchange)),
    /** Delivers a body that was rendered before. */
    deliverBody: (delivery: Delivery, body: Omit<DeliveryBody, 'kind'>): Promise<DeliveryEnd> =>
      inSlot(channelOf(delivery.webhook), () => send(delivery, body)),
    fail,
    failRow,
  }
}

/** One wide line per attempt; no path, body, header, recipient or secret of anyone. */
function describeAttempt(row: ExecutionRow, result: ExecutionResult, host: string | undefined) {
  return {
    deliveryId: row._id,
    eventId: row.eventId,
    webhookId: row.webhookId,
    webhookVersion: row.webhookVersion,
    target: host,
    status: result.status,
    attempt: result.attempt,
    durationMs: result.durationMs,
    statusCode: result.response?.statusCode,
    bodyBytes: result.outgoing?.body.length,
    stage: result.error?.stage,
    code: result.error?.code,
  }
}
