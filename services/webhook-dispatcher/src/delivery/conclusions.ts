import type { Logger } from '@sluice/service-kit'
import type { DeliveryCounting } from '../counts/counting.ts'
import type { EndedDelivery } from '../domain/counts/tally.ts'
import { deliveryLife, type RestingState } from '../domain/delivery-life.ts'
import { type AttemptNote, type ExecutionResult, type ExecutionRow, noteOf } from '../domain/execution/execution.ts'
import { timeOfId } from '../domain/execution/execution-id.ts'
import { withoutRoom } from '../domain/execution/execution-result.ts'
import { nextAttemptAt } from '../domain/execution/retry.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { AttemptEnd, Channel } from './channel.ts'
import type { Delivery, NextAttempt, RenderedBody, RetryState } from './delivery.ts'
import type { DeliveryMeters } from './delivery-meters.ts'
import type { Persist } from './persist.ts'
import { atStep } from './steps.ts'

export type ConclusionDependencies = {
  log: LogStore
  logger: Logger
  meters: DeliveryMeters
  counting: DeliveryCounting
  persist: Persist
  /** The store's clock. */
  now: () => Date
}

/** An attempt that has come to a result. `at`: when it began; `body`: undefined where none could be rendered. */
export type AttemptResult = { at: Date; body: RenderedBody | undefined; end: Extract<AttemptEnd, { kind: 'result' }> }

type Failure = AttemptResult & { attempts: readonly AttemptNote[] }
type EndedExecution = { result: ExecutionResult; attempts: readonly AttemptNote[]; host?: string | undefined }

/** How what came of a delivery gets into the store: it has ended, or waits for its next attempt. */
export function createConclusions({ log, logger, meters, counting, persist, now }: ConclusionDependencies) {
  const tell = tellerOf({ meters, counting, now })
  const lines = withoutRedaction(logger)

  async function finish(row: ExecutionRow, { result, attempts, host }: EndedExecution): Promise<RestingState> {
    let isTold = false
    const isWritten = await persist(async () => {
      isTold = await log.finish(row, result, attempts)
    })
    if (!isWritten) return deliveryLife.unknown.sending
    atStep('after-log', row._id)
    if (isTold) tell(row, result)
    lines.info(describeAttempt(row, result, host), isTold ? 'delivery.attempted' : 'delivery.overtaken')
    return 'ended'
  }

  /** Whether it is still ours; `left` also where the process ends before the store says so. */
  async function rightTo({ lease }: Delivery): Promise<'ours' | 'left'> {
    let right: 'ours' | 'left' = deliveryLife.unknown.sending
    await persist(async () => {
      right = (await lease.isHeld()) ? 'ours' : deliveryLife.left.sending
    })
    return right
  }

  /** First what goes on, then what is shown: a crash in between leaves exactly one delivery, and it waits. */
  async function waitForRetry(
    delivery: Delivery,
    { result, host }: Omit<EndedExecution, 'attempts'>,
    next: NextAttempt,
  ): Promise<RetryState> {
    const ends: RetryState[] = []
    await persist(async () => void ends.push(await delivery.waitForRetry(delivery, next)))
    const [end = deliveryLife.unknown.sending] = ends
    if (end !== 'waiting') return end
    await persist(() => log.note(delivery.row, { result, attempts: next.attempts, nextAttemptAt: next.at }))
    meters.waiting('retry')
    lines.info({ ...describeAttempt(delivery.row, result, host), nextAttemptAt: next.at }, 'delivery.attempted')
    return end
  }

  return {
    finish,
    rightTo,

    async conclude(delivery: Delivery, channel: Channel, made: AttemptResult): Promise<RestingState> {
      const { result } = made.end
      const attempts = result.outgoing ? [...delivery.attempts, noteOf(result, made.at)] : delivery.attempts
      if (result.status === 'success') return finish(delivery.row, { result, attempts, host: channel.host })
      // Whoever slept meanwhile must not undo what another one has begun; that a target took it is told in any case.
      const right = await rightTo(delivery)
      return right === 'ours' ? concludeFailed(delivery, channel, { ...made, attempts }) : right
    },
  }

  async function concludeFailed(delivery: Delivery, { host, giveUp }: Channel, failed: Failure): Promise<RestingState> {
    const { body, attempts, end } = failed
    const { result, verdict, giveBack } = end
    const last = { made: result.attempt, retryAfter: verdict.retryAfter, at: now() }
    const next = verdict.isPassing ? nextAttemptAt(delivery.webhook.retry, last, Math.random()) : undefined
    if (next && body) {
      const put = await waitForRetry(delivery, { result, host }, { body, attempts, at: next })
      if (put !== 'no-room') return put
    }
    if (giveBack) await giveBack()
    else if (!result.outgoing && delivery.attempts.length > 0) await giveUp(delivery)
    return finish(delivery.row, { result: next ? withoutRoom(result) : result, attempts, host })
  }
}

/** Tells meters and counts how an execution has ended. */
const tellerOf =
  ({ meters, counting, now }: Pick<ConclusionDependencies, 'meters' | 'counting' | 'now'>) =>
  (row: ExecutionRow, result: ExecutionResult): void => {
    meters.ended(result)
    if (result.status !== 'skipped') counting.ended(endedDelivery(row, result, now()))
  }

const endedDelivery = (row: ExecutionRow, result: ExecutionResult, at: Date): EndedDelivery => ({
  webhookId: row.webhookId,
  eventAt: timeOfId(row.eventId),
  endedAt: at.getTime(),
  isSuccess: result.status === 'success',
  durationMs: result.outgoing ? result.durationMs : undefined,
  statusCode: result.response?.statusCode ?? null,
  entryId: row._id,
})

/** For lines of which `describeAttempt` names each field: to look for secrets among them costs three times the line. */
const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] })

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
