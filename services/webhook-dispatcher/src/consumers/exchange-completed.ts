import { createGate } from '@sluice/bounds'
import type { HandlingOutcome, IncomingRecord, RecordHandler } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import {
  decodeExchange,
  type ExchangeEvent,
  exchangeCompleted,
  type RecordedExchange,
  type RepeatMark,
} from '@sluice/contracts'
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
import { asFirst, thereAtFirst } from '../domain/execution/first-of-repeats.ts'
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
  return record => {
    atStep('after-fetch', record.key)
    const span = beginHandling(record)
    return span ? handleTraced(record, handling, span) : handle(record, handling)
  }
}

async function handleTraced(record: IncomingRecord, handling: EventHandling, span: Span): Promise<HandlingOutcome> {
  try {
    return await handle(record, { ...handling, span })
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
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
  if (headers.traceparent === undefined) return undefined
  const attributes = {
    'messaging.operation.type': 'process',
    'messaging.message.id': key,
    'messaging.destination.partition.id': String(partition),
  }
  return beginSpan(`process ${exchangeCompleted.name}`, headers.traceparent, { kind: 'consumer', attributes })
}

/** Handles a record, at once where nothing is to be waited for. @throws what decoding or judging throws */
function handle(record: IncomingRecord, handling: EventHandling): Promise<HandlingOutcome> | HandlingOutcome {
  const decoded = decodeExchange(record.value)
  switch (decoded.kind) {
    case 'unreadable':
      return { kind: 'dead', reason: decoded.reason }
    case 'newer': {
      const { schemaVersion } = decoded
      handling.logger.error({ schemaVersion, offset: String(record.offset) }, 'event.newer-than-this-dispatcher')
      return { kind: 'retry', afterMs: NEWER_EVENT_PAUSE_MS }
    }
    case 'event':
      return outcomeOf(record.key, handleExchange(ofRequest(decoded.exchange), handling))
  }
}

const outcomeOf = (eventId: string, handled: Promise<boolean>): Promise<HandlingOutcome> =>
  handled.then(isComplete => {
    if (!isComplete) return { kind: 'retry', afterMs: INCOMPLETE_PAUSE_MS }
    atStep('before-commit', eventId)
    return { kind: 'done' }
  })

/** `span`: where the trace of the event is recorded. `repeat`: of which request it is a repeat, where it is told as that. */
type EventHandling = ConsumerDependencies & {
  passGate: ReturnType<typeof createGate>
  judgedBy: SequenceCheck
  repeats: ReturnType<typeof createToldRepeats>
  span?: Span
  repeat?: RepeatMark
}

/*
 * Most events match nothing, and each waits for the store with thousands of others: what of these steps waits for nothing is
 * no promise, and what is kept of such an event is the text that is written.
 */

function handleExchange(recorded: RecordedExchange, handling: EventHandling): Promise<boolean> {
  const judged = handling.judgedBy(recorded)
  if (judged instanceof Promise) return judged.then(exchange => handleJudged(exchange, handling))
  return handleJudged(judged, handling)
}

function handleJudged(exchange: RecordedExchange, handling: EventHandling): Promise<boolean> {
  const { repeat } = exchange.event
  return repeat ? handleRepeat(exchange, repeat, handling) : tell(exchange, handling)
}

async function handleRepeat(exchange: RecordedExchange, repeat: RepeatMark, handling: EventHandling): Promise<boolean> {
  const isStored = await storeUnmatched(exchange, handling)
  if (!repeat.isKept || !isStored) return isStored
  return handling.repeats.once(repeat.of, () => tell(asFirst(exchange, repeat), { ...handling, repeat }))
}

/** Tells the webhooks that match. */
function tell(exchange: RecordedExchange, handling: EventHandling): Promise<boolean> {
  const judged = handling.live.judgeAt(exchange.event.webhooksSequence, recordedExchange(exchange))
  if (judged instanceof Promise) return judged.then(versions => tellJudged(exchange, versions, handling))
  return tellJudged(exchange, judged, handling)
}

function tellJudged(exchange: RecordedExchange, judged: JudgedVersions, handling: EventHandling): Promise<boolean> {
  const { repeat } = handling
  const { event } = exchange
  const matches = findFiring(event, judged, handling)
  atStep('after-match', event.id)
  const count = matches.matched.length + matches.unreadable.length
  if (count === 0) return repeat ? Promise.resolve(true) : storeUnmatched(exchange, handling)
  const deliver = () => handling.passGate(() => deliverAll(exchange, matches, handling), count)
  // What may be repeated is a POST; a repeat has its turn already.
  return event.request.method === 'POST' && !repeat ? handling.repeats.inTurn(event.id, deliver) : deliver()
}

/** Finds those that fire among the versions that match, or may match. */
function findFiring(event: ExchangeEvent, judged: JudgedVersions, { isOwn, repeat }: EventHandling): JudgedVersions {
  const { matched, unreadable } = withinAudience(judged, event)
  const fitting = cutLoops(matched, { chain: event.chain, isOwn })
  return {
    matched: repeat ? thereAtFirst(fitting, repeat) : fitting,
    unreadable: unreadable.filter(({ webhook }) => !event.chain.includes(webhook._id)),
  }
}

function storeUnmatched(exchange: RecordedExchange, handling: EventHandling): Promise<boolean> {
  const endedAt = endTimeOf(exchange.event)
  const { id } = exchange.event
  return handling.log.open(toEventRow(exchange, []), []).then(() => {
    countEvent(handling, { id, endedAt, matches: 0 })
    return true
  })
}

const endTimeOf = ({ at, durationMs }: ExchangeEvent): number => at + durationMs

type HandledEvent = { id: string; endedAt: number; matches: number }

function countEvent({ counting, meters, changes }: EventHandling, { id, endedAt, matches }: HandledEvent): void {
  counting.event(timeOfId(id))
  meters.handled(matches, changes.storeTime() - endedAt)
}

async function deliverAll(
  exchange: RecordedExchange,
  { matched, unreadable }: JudgedVersions,
  handling: EventHandling,
): Promise<boolean> {
  const { changes, log, claims, waitingDeliveries, span } = handling
  const { event } = exchange
  await changes.confirmTime()
  const trace = span && { traceparent: traceparentOf(span) }
  const rows = matched.map(version => ({
    ...claims.named(toExecutionRow(exchange, version, claims.claimFor(version.webhook))),
    ...trace,
  }))
  const opened = await log.open(toEventRow(exchange, [...matched, ...unreadable]), rows)
  // A repeat was counted as the event that it is.
  if (!handling.repeat) countEvent(handling, { id: event.id, endedAt: endTimeOf(event), matches: matched.length })
  // What may be a match is judged by the event as it is stored by now.
  const ends = await settled([
    ...matched.map((version, index) => deliverMatch({ version, exchange, opened: opened[index] }, handling)),
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
