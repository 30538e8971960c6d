import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { targetOf } from '../domain/destination.ts'
import type { DeliveryError, ExecutionResult, ExecutionRow } from '../domain/execution.ts'
import { DISABLED, resultOfSend, resultWithoutSend } from '../domain/execution-result.ts'
import type { ChainHeaders } from '../domain/own-target.ts'
import { addressDelivery, type DeliveryBody, renderDelivery, type TemplateOf } from '../domain/plan-delivery.ts'
import type { OpenBlock } from '../domain/public-address.ts'
import type { LiveWebhooks, LogStore, Sender } from '../ports.ts'
import type { Claimed } from './claims.ts'
import type { DeliveryMeters } from './delivery-meters.ts'
import type { Persist } from './persist.ts'
import { atStep } from './steps.ts'
import type { TargetSlots } from './target-slots.ts'

export type DeliveryDependencies = {
  live: LiveWebhooks
  log: LogStore
  sender: Sender
  slots: TargetSlots
  templateOf: TemplateOf
  chainHeaders: ChainHeaders
  open: readonly OpenBlock[]
  now: () => Date
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
  const { live, log, sender, slots, templateOf, chainHeaders, open, now, logger, meters, persist, ending } =
    dependencies

  async function finish(row: ExecutionRow, result: ExecutionResult, url?: string): Promise<DeliveryEnd> {
    const isWritten = await persist(() => log.finish(row, result))
    if (!isWritten) return 'unknown'
    atStep('after-log', row._id)
    meters.ended(result)
    logger.info(describeAttempt(row, result, url), 'delivery.attempted')
    return 'ended'
  }

  const failRow = (row: ExecutionRow, attempt: number, error: DeliveryError) =>
    finish(row, resultWithoutSend('failed', attempt, error))
  const fail = ({ row, attempt }: Delivery, error: DeliveryError) => failRow(row, attempt, error)

  async function send(delivery: Delivery, body: Omit<DeliveryBody, 'kind'>): Promise<DeliveryEnd> {
    const { row, webhook, attempt, chain, lease } = delivery
    if (!live.mayDeliver(webhook._id)) return finish(row, resultWithoutSend('skipped', attempt, DISABLED))
    const at = now()
    const extra = chainHeaders({ url: webhook.url, webhooks: [...chain, webhook._id], deliveryId: row._id, at })
    const plan = addressDelivery({ id: row._id, webhook, body, at, extra }, open)
    if (plan.kind === 'fail') return fail(delivery, plan)
    if (!(await lease.isHeld())) return 'left'
    atStep('before-send', row._id)
    const outcome = await sender.send(plan.request)
    atStep('after-send', row._id)
    // Broken off by our own end: nobody knows whether it arrived, so it is sent again.
    if (outcome.kind === 'broken' && ending.aborted) return 'unknown'
    return finish(row, resultOfSend(attempt, plan.request, outcome), webhook.url)
  }

  async function renderAndSend(delivery: Delivery, exchange: RecordedExchange): Promise<DeliveryEnd> {
    const body = renderDelivery(delivery.webhook, exchange, templateOf)
    return body.kind === 'fail' ? fail(delivery, body) : send(delivery, body)
  }

  /** Runs `work` in a slot of the webhook's target. */
  function inSlot({ webhook }: Delivery, work: () => Promise<DeliveryEnd>): Promise<DeliveryEnd> {
    const target = targetOf(webhook.url, open)
    return new Promise((resolve, reject) => {
      const job = { start: () => work().then(resolve, reject), drop: resolve }
      if (!slots.enter(target, job)) resolve(ending.aborted ? 'stopped' : 'full')
    })
  }

  return {
    /** Delivers what an exchange has matched. @returns when the result is durable */
    deliver: (delivery: Delivery, exchange: RecordedExchange): Promise<DeliveryEnd> =>
      inSlot(delivery, () => renderAndSend(delivery, exchange)),
    /** Delivers a body that was rendered before. */
    deliverBody: (delivery: Delivery, body: Omit<DeliveryBody, 'kind'>): Promise<DeliveryEnd> =>
      inSlot(delivery, () => send(delivery, body)),
    fail,
    failRow,
  }
}

/** One wide line per attempt; no path, body, header or secret of anyone. */
function describeAttempt(row: ExecutionRow, result: ExecutionResult, url: string | undefined) {
  return {
    deliveryId: row._id,
    eventId: row.eventId,
    webhookId: row.webhookId,
    webhookVersion: row.webhookVersion,
    target: url && URL.parse(url)?.host,
    status: result.status,
    attempt: result.attempt,
    durationMs: result.durationMs,
    statusCode: result.response?.statusCode,
    bodyBytes: result.outgoing?.body.length,
    stage: result.error?.stage,
    code: result.error?.code,
  }
}
