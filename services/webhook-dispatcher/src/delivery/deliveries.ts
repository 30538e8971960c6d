import type { RecordedExchange } from '@sluice/contracts'
import { createSparseLog } from '@sluice/service-kit'
import { isStored } from '../claimant/lease.ts'
import { type DeliveryEnd, deliveryLife, endBy } from '../domain/delivery-life.ts'
import type { DeliveryError, ExecutionRow } from '../domain/execution/execution.ts'
import { DISABLED, resultWithoutSend, skippedBy } from '../domain/execution/execution-result.ts'
import { UNTRIED } from '../domain/execution/verdict.ts'
import type { DeliveryBody, PlanFault } from '../domain/request/plan-delivery.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { AttemptAdmission, AttemptReport } from './admission.ts'
import { type AttemptEnd, type Channel, type ChannelOf, renderBy } from './channel.ts'
import { type AttemptResult, type ConclusionDependencies, createConclusions } from './conclusions.ts'
import type { Delivery, RenderedBody } from './delivery.ts'
import type { SlotJob, TargetSlots } from './target-slots.ts'
import { traceAttempt } from './trace-attempt.ts'

export type DeliveryDependencies = ConclusionDependencies & {
  live: LiveWebhooks
  channelOf: ChannelOf
  slots: TargetSlots
  admission: AttemptAdmission
  /** Aborted at the end of the process: what is still to be written then is written by the next one. */
  ending: AbortSignal
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Brings executions to their end: in a slot of its target, each is rendered, sent and logged, or put off. */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { live, channelOf, slots, ending } = dependencies
  const { finish, conclude, rightTo } = createConclusions(dependencies)
  const sayFull = createSparseLog(fields => dependencies.logger.warn(fields, 'lookups.full'))

  const endUnsent = (status: 'failed' | 'skipped') => (row: ExecutionRow, made: AttemptsMade, error: DeliveryError) =>
    finish(row, { result: resultWithoutSend(status, made.attempt, error), attempts: made.attempts })
  const failRow = endUnsent('failed')
  const fail = (delivery: Delivery, error: DeliveryError) => failRow(delivery.row, delivery, error)

  async function skip(delivery: Delivery, channel: Channel): Promise<DeliveryEnd> {
    const { row, attempt, attempts } = delivery
    const right = await rightTo(delivery)
    if (right !== 'ours') return right
    if (attempts.length > 0) await channel.giveUp(delivery)
    const result = attempts.length > 0 ? skippedBy(row.result, attempts.length, DISABLED) : undefined
    return finish(row, { result: result ?? resultWithoutSend('skipped', attempt, DISABLED), attempts })
  }

  /**
   * A webhook that seems to be off is looked for in the store first: this process may be behind. One that this version of
   * Sluice can't read may be on or off.
   */
  function bringOn(delivery: Delivery, channel: Channel, bodyOf: BodyOf): Promise<DeliveryEnd> {
    const send = () => inSlot(channel, () => attempt(delivery, channel, bodyOf))
    // Thousands may wait for a slot: each is held by the promise of that alone.
    return live.mayDeliver(delivery.webhook._id) ? send() : lookAgain(delivery, channel, send)
  }

  async function lookAgain(delivery: Delivery, channel: Channel, send: DeliveryWork): Promise<DeliveryEnd> {
    const { _id } = delivery.webhook
    if (!(await live.catchUp())) return endBy('unsure')
    if (live.isUnreadable(_id)) return endBy('unreadable')
    return live.mayDeliver(_id) ? send() : skip(delivery, channel)
  }

  /** One attempt, if it may begin. What may not any more gives its slot back before the store is asked. */
  async function attempt(delivery: Delivery, channel: Channel, bodyOf: BodyOf): Promise<DeliveryEnd> {
    if (!live.mayDeliver(delivery.webhook._id)) return endBy('unsure')
    const admitted = dependencies.admission.ask(delivery.webhook, channel.target)
    if (admitted.kind !== 'admitted') return endBy(admitted.kind)
    const tried = () => make(delivery, channel, { bodyOf, now: dependencies.now })
    const made = await observed(admitted.report, () => traceAttempt(delivery, channel, tried))
    const { end } = made
    if (!(await isStored(delivery.lease))) return deliveryLife.unknown.sending
    if (end.kind === 'result') return conclude(delivery, channel, { ...made, end })
    if (end.kind === 'full' || end.kind === 'unsure') delivery.lease.unbegin()
    if (end.kind !== 'full') return deliveryLife[end.kind].sending
    sayFull({ target: channel.host })
    return end.kind
  }

  /** Runs `work` in a slot of the webhook's target. */
  function inSlot({ target }: Pick<Channel, 'target'>, work: DeliveryWork): Promise<DeliveryEnd> {
    return new Promise((resolve, reject) => {
      const job = slotJob(work, { resolve, reject })
      if (!slots.enter(target, job)) job.drop(ending.aborted ? 'stopped' : 'full')
    })
  }

  return {
    /** Delivers what an exchange has matched. @returns when the result is durable */
    deliver(delivery: Delivery, exchange: RecordedExchange): Promise<DeliveryEnd> {
      const channel = channelOf(delivery.webhook)
      return bringOn(delivery, channel, () => renderBy(channel, exchange))
    },
    /** Delivers a body that was rendered before. What will not be sent needs no slot. */
    deliverBody: (delivery: Delivery, body: RenderedBody): Promise<DeliveryEnd> =>
      bringOn(delivery, channelOf(delivery.webhook), () => ({ kind: 'body', ...body })),
    fail,
    failRow,
    skipRow: endUnsent('skipped'),
  }
}

/** `attempt`: the number of the one that would be next. */
type AttemptsMade = Pick<Delivery, 'attempt' | 'attempts'>
type BodyOf = () => DeliveryBody | PlanFault
type DeliveryTellers = { resolve(end: DeliveryEnd): void; reject(error: unknown): void }

/** @returns what does the work in a slot and tells of its end; the target was asked where it came to a result, or waits after one */
function slotJob(work: DeliveryWork, { resolve, reject }: DeliveryTellers): SlotJob {
  const tellEnd = (end: DeliveryEnd): boolean => {
    resolve(end)
    return end === 'ended' || end === 'waiting'
  }
  const tellError = (error: unknown): boolean => {
    reject(error)
    return false
  }
  return { start: () => work().then(tellEnd, tellError), drop: event => resolve(endBy(event)) }
}

type DeliveryWork = () => Promise<DeliveryEnd>
type RenderedAttempt = Omit<AttemptResult, 'end'> & { end: AttemptEnd }

async function make(
  delivery: Delivery,
  channel: Channel,
  { bodyOf, now }: { bodyOf: BodyOf; now: () => Date },
): Promise<RenderedAttempt> {
  const at = now()
  const body = bodyOf()
  if (body.kind === 'body') return { at, body, end: await channel.attempt(delivery, body) }
  const result = resultWithoutSend('failed', delivery.attempt, body)
  return { at, body: undefined, end: { kind: 'result', result, verdict: UNTRIED } }
}

/** Reports, whatever happens, how the target was. */
async function observed(report: AttemptReport, work: () => Promise<RenderedAttempt>): Promise<RenderedAttempt> {
  let health: Parameters<AttemptReport>[0] = 'unknown'
  try {
    const made = await work()
    if (made.end.kind === 'result') health = made.end.verdict.health
    if (made.end.kind === 'full') health = 'untried'
    return made
  } finally {
    report(health)
  }
}
