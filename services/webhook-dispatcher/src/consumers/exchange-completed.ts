import { createGate } from '@sluice/bounds'
import type { HandlingOutcome, IncomingRecord, RecordHandler } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import { decodeExchange, exchangeCompleted, type RecordedExchange, type RepeatMark } from '@sluice/contracts'
import { beginSpan, failSpan, type Logger, type Span, traceparentOf } from '@sluice/service-kit'
import type { DeliveryCounting } from '../counts/counting.ts'
import type { ClaimedExecution, Claims } from '../delivery/claims/claims.ts'
import type { Deliveries } from '../delivery/deliveries.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { DeliveryMeters } from '../delivery/delivery-meters.ts'
import { settled } from '../delivery/settled.ts'
import { atStep } from '../delivery/steps.ts'
import type { WaitingDeliveries } from '../delivery/waiting-deliveries.ts'
import { isAside, type RestingState } from '../domain/delivery-life.ts'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { isEnded, toEventRow, toExecutionRow } from '../domain/execution/execution.ts'
import { timeOfId } from '../domain/execution/execution-id.ts'
import { asFirst, NO_MATCHES, thereAtFirst } from '../domain/execution/first-of-repeats.ts'
import { ofRequest, withinAudience } from '../domain/occurrence/audience.ts'
import { cutLoops } from '../domain/webhook/cut-loops.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { JudgedVersions, LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore, OpenedExecution } from '../ports/log-store.ts'
import { createSequenceCheck, type SequenceCheck } from './check-sequence.ts'
import { createToldRepeats } from './told-repeats.ts'

export type ConsumerDependencies = {
  changes: ChangeLog
  live: LiveWebhooks
  log: LogStore
  claims: Claims
  deliveries: Deliveries
  waitingDeliveries: WaitingDeliveries
  meters: DeliveryMeters
  counting: DeliveryCounting
  logger: Logger
  /** Whether a URL leads to this service itself. */
  isOwn(url: string): boolean
}

const NEWER_EVENT_PAUSE_MS = 10_000
const INCOMPLETE_PAUSE_MS = 1_000
/** Executions that are open here at once, a row of about 1 kB each: the bus counts events, and one may match many webhooks. */
const MAX_OPEN_MATCHES = 50_000

/**
 * One event: judged by the webhooks of its sequence, stored once with its matches, and each delivered or waiting. An
 * event that comes again finds its executions as they are: what has ended stays so, what somebody else delivers is
 * waited for.
 */
export function exchangeCompletedHandler(dependencies: ConsumerDependencies): RecordHandler {
  const handling = openHandling(dependencies)
  return async record => {
    atStep('after-fetch', record.key)
    const span = beginHandling(record)
    if (!span) return handle(record, handling)
    try {
      return await handle(record, { ...handling, span })
    } catch (error) {
      failSpan(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  }
}

/**
 * Handles an event that tells of Sluice itself, in the same way; no bus has brought it.
 * @returns whether it is complete; until it is, it is to come again
 */
export function occurrenceHandler(dependencies: ConsumerDependencies): (told: RecordedExchange) => Promise<boolean> {
  const handling = openHandling(dependencies)
  return told => handleExchange(told, handling)
}

const openHandling = (dependencies: ConsumerDependencies): EventHandling => ({
  ...dependencies,
  passGate: createGate(MAX_OPEN_MATCHES),
  judgedBy: createSequenceCheck(dependencies),
  repeats: createToldRepeats(),
})

function beginHandling({ key, headers, partition }: IncomingRecord): Span | undefined {
  const attributes = {
    'messaging.operation.type': 'process',
    'messaging.message.id': key,
    'messaging.destination.partition.id': String(partition),
  }
  return beginSpan(`process ${exchangeCompleted.name}`, headers.traceparent, { kind: 'consumer', attributes })
}

async function handle(record: IncomingRecord, dependencies: EventHandling): Promise<HandlingOutcome> {
  const decoded = decodeExchange(record.value)
  switch (decoded.kind) {
    case 'unreadable':
      return { kind: 'dead', reason: decoded.reason }
    case 'newer': {
      const { schemaVersion } = decoded
      dependencies.logger.error({ schemaVersion, offset: String(record.offset) }, 'event.newer-than-this-dispatcher')
      return { kind: 'retry', afterMs: NEWER_EVENT_PAUSE_MS }
    }
    case 'event': {
      const isComplete = await handleExchange(ofRequest(decoded.exchange), dependencies)
      if (!isComplete) return { kind: 'retry', afterMs: INCOMPLETE_PAUSE_MS }
      atStep('before-commit', record.key)
      return { kind: 'done' }
    }
  }
}

/** `span`: where the trace of the event is recorded. */
type EventHandling = ConsumerDependencies & {
  passGate: ReturnType<typeof createGate>
  judgedBy: SequenceCheck
  repeats: ReturnType<typeof createToldRepeats>
  span?: Span
}

async function handleExchange(recorded: RecordedExchange, dependencies: EventHandling): Promise<boolean> {
  const { judgedBy, repeats } = dependencies
  const exchange = await judgedBy(recorded)
  const { repeat, id, request } = exchange.event
  // What may be repeated is a POST.
  if (!repeat && request.method !== 'POST') return deliverJudged(exchange, dependencies)
  if (!repeat) return repeats.inTurn(id, () => deliverJudged(exchange, dependencies))
  const isStored = await deliverAll(exchange, NO_MATCHES, dependencies)
  if (!repeat.isKept || !isStored) return isStored
  return repeats.once(repeat.of, () => deliverJudged(asFirst(exchange, repeat), { ...dependencies, repeat }))
}

async function deliverJudged(
  exchange: RecordedExchange,
  { repeat, ...dependencies }: EventHandling & { repeat?: RepeatMark },
): Promise<boolean> {
  const { live, isOwn, passGate } = dependencies
  const { event } = exchange
  const judged = withinAudience(await live.judgeAt(event.webhooksSequence, recordedExchange(exchange)), event)
  const fitting = cutLoops(judged.matched, { chain: event.chain, isOwn })
  const matched = repeat ? thereAtFirst(fitting, repeat) : fitting
  const unreadable = judged.unreadable.filter(({ webhook }) => !event.chain.includes(webhook._id))
  atStep('after-match', event.id)
  if (repeat && matched.length + unreadable.length === 0) return true
  const isCounted = repeat !== undefined
  return passGate(
    () => deliverAll(exchange, { matched, unreadable }, { ...dependencies, isCounted }),
    matched.length + unreadable.length,
  )
}

async function deliverAll(
  exchange: RecordedExchange,
  { matched, unreadable }: JudgedVersions,
  { isCounted = false, ...dependencies }: EventHandling & { isCounted?: boolean },
): Promise<boolean> {
  const { changes, log, claims, meters, counting, waitingDeliveries, span } = dependencies
  const { event } = exchange
  await changes.confirmTime()
  const trace = span && { traceparent: traceparentOf(span) }
  const rows = matched.map(version => ({
    ...claims.named(toExecutionRow(exchange, version, claims.claimFor(version.webhook))),
    ...trace,
  }))
  const opened = await log.open(toEventRow(exchange, [...matched, ...unreadable]), rows)
  // A repeat was counted as the event that it is.
  if (!isCounted) {
    counting.event(timeOfId(event.id))
    meters.handled(matched.length, changes.storeTime() - event.at - event.durationMs)
  }
  // What may be a match is judged by the event as it is stored by now.
  const ends = await settled([
    ...matched.map((version, index) => deliverMatch({ version, exchange, opened: opened[index] }, dependencies)),
    ...unreadable.map(version =>
      waitingDeliveries.addUnjudged({ ...toExecutionRow(exchange, version), ...trace }, version, event.chain),
    ),
  ])
  return ends.every(end => IS_DONE[end])
}

/** Whether an event has done its part for a match; until it has for all, it comes again. */
const IS_DONE: Readonly<Record<RestingState, boolean>> = { ended: true, waiting: true, free: false, left: false }

type Match = {
  version: WebhookVersion
  exchange: RecordedExchange
  opened: OpenedExecution | undefined
}

async function deliverMatch({ opened, ...match }: Match, dependencies: ConsumerDependencies): Promise<RestingState> {
  if (!opened) return 'ended'
  const end = await deliverOpened({ ...match, opened }, dependencies)
  // Not where it throws, or could not be given back: then its claim is found again when the event comes again.
  if (end !== 'free') dependencies.claims.leave(opened.row._id)
  return end
}

async function deliverOpened(
  { version, exchange, opened }: Match & { opened: OpenedExecution },
  { claims, deliveries, waitingDeliveries }: ConsumerDependencies,
): Promise<RestingState> {
  if (isEnded(opened.row.status)) return 'ended'
  if (!opened.isNew && (await waitingDeliveries.has(opened.row._id))) return 'waiting'
  const claimed = await claims.enter(opened, version.webhook)
  if (!claimed) return 'left'
  const delivery = toDelivery(claimed, version, {
    chain: exchange.event.chain,
    waitForRetry: waitingDeliveries.waitForRetry,
  })
  const end = await deliveries.deliver(delivery, exchange)
  if (isAside(end)) return waitingDeliveries.add(delivery, exchange, end)
  if (end === 'free') await claims.release(claimed)
  return end
}

function toDelivery(
  claimed: ClaimedExecution,
  { webhook, from: versionFrom }: WebhookVersion,
  means: Pick<Delivery, 'chain' | 'waitForRetry'>,
): Delivery {
  const { attempts = [] } = claimed.row
  return { ...claimed, ...means, webhook, versionFrom, attempts, isUncertain: claimed.attempt > 1 }
}
