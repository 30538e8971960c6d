import type { ChangeLog, Counters } from '@sluice/change-log'
import type { ExchangeEvent, RecordedExchange } from '@sluice/contracts'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import DataLoader from 'dataloader'
import type { DeliveryMeters } from '../delivery/delivery-meters.ts'
import type { EventRow } from '../domain/execution/execution.ts'
import { dayOfId } from '../domain/execution/execution-id.ts'
import type { LogStore } from '../ports/log-store.ts'

type SequenceCheckDependencies = {
  changes: Pick<ChangeLog, 'hasReached' | 'polled' | 'catchUpWithStore'>
  log: Pick<LogStore, 'events'>
  meters: Pick<DeliveryMeters, 'eventRestamped'>
  logger: Logger
}

type JudgedSequence = Pick<ExchangeEvent, 'webhooksSequence' | 'changesEpoch'>

/**
 * Waits until this process holds the webhooks of an event's sequence, where it does not yet. @returns the exchange, with
 * another sequence where its own is of no use any more
 */
export type SequenceCheck = (exchange: RecordedExchange) => Promise<RecordedExchange> | RecordedExchange

/** Events that the log is asked about at once. After a restored backup thousands come, and the store has others to serve. */
const MAX_ASKED_EVENTS = 200

/**
 * Sequences come from gateways, and outlive a change log that a restored backup has replaced: they wait in the bus and
 * in spools. Such an event would be waited for without end, or be judged by another history. So it gets the sequence of
 * what is in force now, before anything of it is stored: the log's pages explain it by the same sequence. An event that
 * comes again keeps the sequence that it was stored with.
 */
export function createSequenceCheck({ changes, log, meters, logger }: SequenceCheckDependencies): SequenceCheck {
  const tell = createSparseLog(fields => logger.warn(fields, 'event.restamped'))
  const storedEvents = new DataLoader((ids: readonly string[]) => readStored(log, ids), {
    cache: false,
    maxBatchSize: MAX_ASKED_EVENTS,
  })

  async function sequenceNow(
    { id, webhooksSequence, changesEpoch }: ExchangeEvent,
    present: Counters,
  ): Promise<JudgedSequence> {
    const stored = await storedEvents.load(id)
    if (stored && !isAbove(stored.event, present)) return stored.event
    const { epoch } = present
    const counter = counterIn(present)
    meters.eventRestamped()
    tell({ sequence: webhooksSequence, sequenceEpoch: changesEpoch, counter, epoch, message: RESTAMPED })
    return { webhooksSequence: counter, changesEpoch: epoch }
  }

  async function catchUp(exchange: RecordedExchange): Promise<RecordedExchange> {
    const { event } = exchange
    const present = await changes.catchUpWithStore(['webhooks'])
    if (!isLost(event, present)) return exchange
    const { webhooksSequence, changesEpoch } = await sequenceNow(event, present)
    return { ...exchange, event: { ...event, webhooksSequence, changesEpoch } }
  }

  return exchange => {
    const { changesEpoch, webhooksSequence } = exchange.event
    const epoch = changesEpoch ?? changes.polled()?.epoch ?? 0
    const isHeld = changes.hasReached({ epoch, positions: { webhooks: webhooksSequence } })
    return isHeld ? exchange : catchUp(exchange)
  }
}

/** The events as they are stored, in the order of their ids; undefined where there is none. */
async function readStored(log: Pick<LogStore, 'events'>, ids: readonly string[]): Promise<(EventRow | undefined)[]> {
  const days = [...Map.groupBy(ids, dayOfId)].map(([day, some]) => log.events(day, some, { hasBodies: false }))
  const stored = new Map((await Promise.all(days)).flat().map(row => [row._id, row]))
  return ids.map(id => stored.get(id))
}

const RESTAMPED =
  'The event was recorded before a backup was restored. It is judged by the webhooks that are in force now.'

const counterIn = ({ positions }: Counters): number => positions.webhooks ?? 0
const isAbove = ({ webhooksSequence }: JudgedSequence, present: Counters): boolean =>
  webhooksSequence > counterIn(present)

/** Whether the log of now can't know the sequence. @param present read after the event came */
const isLost = (sequence: JudgedSequence, present: Counters): boolean =>
  isAbove(sequence, present) || (sequence.changesEpoch ?? present.epoch) !== present.epoch
