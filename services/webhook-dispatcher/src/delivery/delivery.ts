import type { WebhookRecord } from '@sluice/contracts'
import type { deliveryLife } from '../domain/delivery-life.ts'
import type { AttemptNote } from '../domain/execution/execution.ts'
import type { DeliveryBody } from '../domain/request/plan-delivery.ts'
import type { ClaimedExecution } from './claims/claims.ts'

export type RenderedBody = Omit<DeliveryBody, 'kind'>

/** What is sent at the next attempt, and when. `attempts`: those that have failed. */
export type NextAttempt = { body: RenderedBody; attempts: readonly AttemptNote[]; at: Date }
/** The state of a delivery that was to wait for its next attempt; `no-room`: too many wait for its webhook. */
export type RetryState = (typeof deliveryLife)['retry' | 'left']['sending'] | 'no-room'

/** One execution to be brought to its end. */
export type Delivery = ClaimedExecution & {
  webhook: WebhookRecord
  versionFrom: number
  /** The webhooks that led to the event. */
  chain: readonly string[]
  /** The attempts that have failed before. */
  attempts: readonly AttemptNote[]
  /** An attempt was broken off by a crash: nobody knows what came of it. */
  isUncertain: boolean
  /** Has it wait in the store for its next attempt. */
  waitForRetry(delivery: Delivery, next: NextAttempt): Promise<RetryState>
}
