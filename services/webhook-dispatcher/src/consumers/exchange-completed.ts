import { createGate } from '@sluice/bounds'
import type { HandlingOutcome, IncomingRecord, RecordHandler } from '@sluice/bus'
import {
  decodeExchange,
  type ExchangeEvent,
  exchangeCompleted,
  type RecordedExchange,
  type RepeatMark,
} from '@sluice/contracts'
import { beginSpan, failSpan, type Span } from '@sluice/service-kit'
import { atStep } from '../delivery/steps.ts'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { toEventRow } from '../domain/execution/execution.ts'
import { asFirst, thereAtFirst } from '../domain/execution/first-of-repeats.ts'
import { ofRequest, withinAudience } from '../domain/occurrence/audience.ts'
import { cutLoops } from '../domain/webhook/cut-loops.ts'
import type { JudgedVersions } from '../ports/live-webhooks.ts'
import { createSequenceCheck } from './check-sequence.ts'
import { deliverMatches } from './deliver-matches.ts'
import {
  type ConsumerDependencies,
  countEvent,
  type EventHandling,
  type EventMeans,
  type HoldSource,
  handledEvent,
} from './event-handling.ts'
import { createBesideOpenings } from './open-beside.ts'
import { createToldRepeats } from './told-repeats.ts'

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
  return (record, circumstances) => {
    atStep('after-fetch', record.key)
    const span = beginHandling(record)
    const arrival = { record, circumstances }
    return span ? handleTraced(arrival, handling, span) : handle(arrival, handling)
  }
}

type RecordArrival = { record: IncomingRecord; circumstances: HoldSource }

async function handleTraced(arrival: RecordArrival, handling: EventHandling, span: Span): Promise<HandlingOutcome> {
  try {
    return await handle(arrival, { ...handling, span })
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
  openings: createBesideOpenings(dependencies.persist),
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
function handle(arrival: RecordArrival, handling: EventHandling): Promise<HandlingOutcome> | HandlingOutcome {
  const { record, circumstances } = arrival
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
      return outcomeOf(record.key, handleExchange(ofRequest(decoded.exchange), handling, circumstances))
  }
}

const outcomeOf = (eventId: string, handled: Promise<boolean>): Promise<HandlingOutcome> =>
  handled.then(isComplete => {
    if (!isComplete) return { kind: 'retry', afterMs: INCOMPLETE_PAUSE_MS }
    atStep('before-commit', eventId)
    return { kind: 'done' }
  })

/*
 * Most events match nothing, and each waits for the store with thousands of others: what of these steps waits for nothing is
 * no promise, and what is kept of such an event is the text that is written.
 */

function handleExchange(recorded: RecordedExchange, handling: EventHandling, holding?: HoldSource): Promise<boolean> {
  const judged = handling.judgedBy(recorded)
  if (judged instanceof Promise) return judged.then(exchange => handleJudged(exchange, handling, holding))
  return handleJudged(judged, handling, holding)
}

function handleJudged(exchange: RecordedExchange, handling: EventHandling, holding?: HoldSource): Promise<boolean> {
  const { repeat } = exchange.event
  return repeat ? handleRepeat(exchange, repeat, handling) : tell(exchange, handling, holding)
}

async function handleRepeat(exchange: RecordedExchange, repeat: RepeatMark, handling: EventHandling): Promise<boolean> {
  const isStored = await storeUnmatched(exchange, handling)
  if (!repeat.isKept || !isStored) return isStored
  return handling.repeats.once(repeat.of, () => tell(asFirst(exchange, repeat), { ...handling, repeat }))
}

/** Tells the webhooks that match. */
function tell(exchange: RecordedExchange, handling: EventHandling, holding?: HoldSource): Promise<boolean> {
  const judged = handling.live.judgeAt(exchange.event.webhooksSequence, recordedExchange(exchange))
  if (judged instanceof Promise) return judged.then(versions => tellJudged(exchange, versions, { handling, holding }))
  return tellJudged(exchange, judged, { handling, holding })
}

function tellJudged(exchange: RecordedExchange, judged: JudgedVersions, means: EventMeans): Promise<boolean> {
  const { handling } = means
  const { repeat } = handling
  const { event } = exchange
  const matches = findFiring(event, judged, handling)
  atStep('after-match', event.id)
  const count = matches.matched.length + matches.unreadable.length
  if (count === 0) return repeat ? Promise.resolve(true) : storeUnmatched(exchange, handling)
  const deliver = () => handling.passGate(() => deliverMatches(exchange, matches, means), count)
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
  const handled = handledEvent(exchange.event, 0)
  return handling.log.open(toEventRow(exchange, []), []).then(() => {
    countEvent(handling, handled)
    return true
  })
}
