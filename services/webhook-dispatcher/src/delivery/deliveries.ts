import type { RecordedExchange } from '@sluice/contracts'
import { type DeliveryEnd, deliveryLife, endBy } from '../domain/delivery-life.ts'
import type { Health } from '../domain/execution/breaker.ts'
import type { DeliveryError, ExecutionRow } from '../domain/execution/execution.ts'
import { DISABLED, resultWithoutSend, skippedBy } from '../domain/execution/execution-result.ts'
import { UNTRIED } from '../domain/execution/verdict.ts'
import type { DeliveryBody, PlanFault } from '../domain/request/plan-delivery.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { Admission } from './admission.ts'
import { type AttemptEnd, type Channel, type ChannelOf, renderBy } from './channel.ts'
import { type ConclusionDependencies, createConclusions, type Made } from './conclusions.ts'
import type { Body, Delivery } from './delivery.ts'
import type { SlotJob, TargetSlots } from './target-slots.ts'
import { traceAttempt } from './trace-attempt.ts'

export type DeliveryDependencies = ConclusionDependencies & {
  live: LiveWebhooks
  channelOf: ChannelOf
  slots: TargetSlots
  admission: Admission
  /** Aborted at the end of the process: what is still to be written then is written by the next one. */
  ending: AbortSignal
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Brings executions to their end: in a slot of its target, each is rendered, sent and logged, or put off. */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { live, channelOf, slots, ending } = dependencies
  const { finish, conclude, rightTo } = createConclusions(dependencies)

  const failRow = (
    row: ExecutionRow,
    { attempt, attempts }: Pick<Delivery, 'attempt' | 'attempts'>,
    error: DeliveryError,
  ) => finish(row, { result: resultWithoutSend('failed', attempt, error), attempts })
  const fail = (delivery: Delivery, error: DeliveryError) => failRow(delivery.row, delivery, error)

  async function skip(delivery: Delivery, channel: Channel): Promise<DeliveryEnd> {
    const { row, attempt, attempts } = delivery
    const right = await rightTo(delivery)
    if (right !== 'ours') return right
    if (attempts.length > 0) await channel.giveUp(delivery)
    const result = attempts.length > 0 ? skippedBy(row.result, attempts.length, DISABLED) : undefined
    return finish(row, { result: result ?? resultWithoutSend('skipped', attempt, DISABLED), attempts })
  }

  /** A webhook that seems to be off is looked for in the store first: this process may be behind. */
  async function bringOn(delivery: Delivery, channel: Channel, bodyOf: BodyOf): Promise<DeliveryEnd> {
    const { _id } = delivery.webhook
    if (!live.mayDeliver(_id)) {
      if (!(await live.catchUp())) return endBy('unsure')
      if (!live.mayDeliver(_id)) return skip(delivery, channel)
    }
    return inSlot(channel, () => attempt(delivery, channel, bodyOf))
  }

  /** One attempt, if it may begin. What may not any more gives its slot back before the store is asked. */
  async function attempt(delivery: Delivery, channel: Channel, bodyOf: BodyOf): Promise<DeliveryEnd> {
    if (!live.mayDeliver(delivery.webhook._id)) return endBy('unsure')
    const admitted = dependencies.admission.ask(delivery.webhook, channel.target)
    if (admitted.kind !== 'admitted') return endBy(admitted.kind)
    const tried = () => make(delivery, channel, bodyOf)
    const made = await observed(admitted.report, () => traceAttempt(delivery, channel, tried))
    return made.end.kind === 'result'
      ? conclude(delivery, channel, { ...made, end: made.end })
      : deliveryLife[made.end.kind].sending
  }

  async function make(delivery: Delivery, channel: Channel, bodyOf: BodyOf): Promise<Tried> {
    const at = dependencies.now()
    const body = bodyOf()
    if (body.kind === 'body') return { at, body, end: await channel.attempt(delivery, body) }
    const result = resultWithoutSend('failed', delivery.attempt, body)
    return { at, body: undefined, end: { kind: 'result', result, verdict: UNTRIED } }
  }

  /** Runs `work` in a slot of the webhook's target. */
  function inSlot({ target }: Pick<Channel, 'target'>, work: () => Promise<DeliveryEnd>): Promise<DeliveryEnd> {
    return new Promise((resolve, reject) => {
      const job: SlotJob = { start: () => work().then(resolve, reject), drop: event => resolve(endBy(event)) }
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
    deliverBody: (delivery: Delivery, body: Body): Promise<DeliveryEnd> =>
      bringOn(delivery, channelOf(delivery.webhook), () => ({ kind: 'body', ...body })),
    fail,
    failRow,
  }
}

type BodyOf = () => DeliveryBody | PlanFault
type Tried = Omit<Made, 'end'> & { end: AttemptEnd }

/** Reports, whatever happens, how the target was. */
async function observed(report: (health: Health) => void, work: () => Promise<Tried>): Promise<Tried> {
  let health: Health = 'unknown'
  try {
    const made = await work()
    if (made.end.kind === 'result') health = made.end.verdict.health
    return made
  } finally {
    report(health)
  }
}
