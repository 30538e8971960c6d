import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import type { ClaimLease } from '../claimant/lease.ts'
import type { EventFrom, QueuedWaitingReason } from '../domain/delivery-life.ts'
import type { ExecutionResult, ExecutionRow } from '../domain/execution/execution.ts'
import type { AttemptVerdict } from '../domain/execution/verdict.ts'
import type { DeliveryBody, PlanFault } from '../domain/request/plan-delivery.ts'

/** What a channel has to know of a delivery. */
export type ChannelDelivery = {
  row: ExecutionRow
  attempt: number
  lease: ClaimLease
  /** The webhooks that led to the event. */
  chain: readonly string[]
  /** An attempt was broken off by a crash: nobody knows what came of it. */
  isUncertain: boolean
}

/** A reason to wait that an attempt has met before anything was sent: none was made. */
type NotTried = QueuedWaitingReason & EventFrom<'sending', 'waiting'>

/** What came of an attempt. `giveBack` returns what was reserved and is not used, where no attempt follows. */
export type AttemptEnd =
  | { kind: 'result'; result: ExecutionResult; verdict: AttemptVerdict; giveBack?: (() => Promise<void>) | undefined }
  | { kind: EventFrom<'sending', 'left' | 'free'> | NotTried }

/** How the deliveries of one webhook are made. */
export type Channel = {
  /** The target whose slots the deliveries take. */
  target: string
  /** The host that the deliveries go to, as it may be logged. */
  host: string | undefined
  render(exchange: RecordedExchange): DeliveryBody | PlanFault
  attempt(sending: ChannelDelivery, body: Omit<DeliveryBody, 'kind'>): Promise<AttemptEnd>
  /** Returns what was reserved for a delivery whose attempts have failed, and that ends without another. */
  giveUp(sending: ChannelDelivery): Promise<void>
}

export type ChannelOf = (webhook: WebhookRecord) => Channel

/** What can't be rendered has failed, and would again: nothing that an exchange holds may keep its event from its end. */
export function renderBy(channel: Pick<Channel, 'render'>, exchange: RecordedExchange): DeliveryBody | PlanFault {
  try {
    return channel.render(exchange)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    const message = `The body can not be rendered from this exchange (${name}).`
    return { kind: 'fail', stage: 'template', code: 'TEMPLATE_FAILED', message }
  }
}
