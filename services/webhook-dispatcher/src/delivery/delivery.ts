import type { WebhookRecord } from '@sluice/contracts'
import type { AttemptNote } from '../domain/execution/execution.ts'
import type { DeliveryBody } from '../domain/request/plan-delivery.ts'
import type { Claimed } from './claims/claims.ts'

export type Body = Omit<DeliveryBody, 'kind'>

/** What is sent at the next attempt, and when. `attempts`: those that have failed. */
export type NextAttempt = { body: Body; attempts: readonly AttemptNote[]; at: Date }
/** `no-room`: too many wait for its webhook; `left`: somebody else brings it to its end. */
export type PutOff = 'put-off' | 'no-room' | 'left'

/** One execution to be brought to its end. */
export type Delivery = Claimed & {
  webhook: WebhookRecord
  versionFrom: number
  /** The webhooks that led to the event. */
  chain: readonly string[]
  /** Those that have failed before. */
  attempts: readonly AttemptNote[]
  /** An attempt was broken off by a crash: nobody knows what came of it. */
  isUncertain: boolean
  /** Has it wait in the store for its next attempt. */
  putOff(delivery: Delivery, next: NextAttempt): Promise<PutOff>
}

/**
 * Why a delivery has to wait in the store. `full`: too much waits for its target; `unwell`: its target does not answer;
 * `held`: its webhook has had its number of this minute.
 */
export type Aside = 'full' | 'unwell' | 'held'

export const isAside = (end: DeliveryEnd): end is Aside => end === 'full' || end === 'unwell' || end === 'held'

/**
 * `waiting`: it is in the store until its time has come; `stopped`: the process ends before it has begun; `unknown`: the
 * process ends before it is known what came of it; `left`: somebody else brings it to its end; `unsure`: nothing was begun,
 * as this process was behind, or the store could not be asked whether it may be sent.
 */
export type DeliveryEnd = 'ended' | 'waiting' | Aside | 'stopped' | 'unknown' | 'left' | 'unsure'

/** Whether nothing was begun, so that its claim is given back as if it had never been taken. */
export const isUntouched = (end: DeliveryEnd): end is 'stopped' | 'unsure' => end === 'stopped' || end === 'unsure'
