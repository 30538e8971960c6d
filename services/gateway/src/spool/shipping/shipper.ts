import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, type OutgoingRecord, RecordTooLargeError } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { keepDamaged } from '../damaged-files.ts'
import { BATCH_BYTES, type SpoolBatch } from '../read-batch.ts'
import { isBefore, type SpoolPosition } from '../segment-files.ts'
import type { Spool } from '../spool.ts'
import { createBell } from './bell.ts'
import { sendOneByOne, toOutgoing } from './ship-records.ts'
import { traceSends } from './trace-sends.ts'

type ShipperCounters = { shipped: number; damaged: number; tooLarge: number; failedSends: number }

export type Shipper = {
  counters: Readonly<ShipperCounters>
  /** Since when (performance time in ms) something waits; undefined when nothing does. */
  waitingSince(): number | undefined
  /**
   * Resolves when all that was written has been sent, or the deadline (ms) has passed: a send that is under way then is
   * given up, and is left to the next process. Ends the shipper.
   */
  stop(deadlineMs: number): Promise<void>
}

type ShippingLine = { spool: Spool; bus: Bus; directory: string; logger: Logger }
type ShipperState = ShippingLine & {
  counters: ShipperCounters
  signal: AbortSignal
  hasTopic: boolean
  since: number | undefined
  /** Behind it nothing was ever handed to the bus. */
  triedTo: SpoolPosition
  /** What the last send took. */
  tookMs: number
  /** Ends the gathering that is under way. */
  sendNow: (() => void) | undefined
  /** What batches are read into. The bus may still hold what it did not acknowledge: then it is another one. */
  buffer: Buffer
}

const { name, partitions, retentionMs } = exchangeCompleted
const topic = { name, partitions, retentionMs }
/**
 * A send costs as much for one event as for twenty: after one, the next gathers for as long as some of them take, so that more is
 * gathered where much is to be done; for so long at most, or until so much waits, as more would be read back from the file. Notes
 * alone gather nothing.
 */
const GATHER_SENDS = 4
const MIN_GATHER_MS = 12
const MAX_GATHER_MS = 25
const GATHER_BYTES = 256 * 1024
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
/** One line in the log for so many failed sends. */
const FAILURES_PER_LINE = 20

/** Sends what the spool holds to the bus, in order, and has it forgotten after the ack. Keeps trying while the bus is away. */
export function startShipper(line: ShippingLine): Shipper {
  const { spool } = line
  const ending = new AbortController()
  const bell = createBell()
  const state: ShipperState = {
    ...line,
    counters: { shipped: 0, damaged: 0, tooLarge: 0, failedSends: 0 },
    signal: ending.signal,
    hasTopic: false,
    since: undefined,
    triedTo: spool.place(),
    tookMs: 0,
    sendNow: undefined,
    buffer: Buffer.allocUnsafeSlow(BATCH_BYTES),
  }
  spool.onEvent(() => {
    state.since ??= performance.now()
    bell.ring()
    if (state.sendNow && !isSmall(spool)) state.sendNow()
  })
  const running = run(state, bell.rung)
  return {
    counters: state.counters,
    waitingSince: () => state.since,
    async stop(deadlineMs) {
      const end = performance.now() + deadlineMs
      while (!spool.isDrained() && performance.now() < end) await sleep(MAX_GATHER_MS)
      ending.abort()
      state.sendNow?.()
      bell.ring()
      await running
    },
  }
}

async function run(state: ShipperState, rung: () => Promise<void>): Promise<void> {
  const { spool, signal } = state
  let failures = 0
  while (!signal.aborted) {
    const outcome = await shipNext(state)
    failures = outcome === 'failed' ? failures + 1 : 0
    if (outcome === 'failed') await pause(backOff(failures), signal)
    if (outcome === 'nothing') {
      state.since = undefined
      await rung()
    }
    if (outcome === 'sent' && isSmall(spool)) await gather(state)
  }
}

/** `passed`: only notes were there, of which the bus hears nothing. `ended`: a send was given up, as the shipper stops. */
type ShippingResult = 'sent' | 'passed' | 'nothing' | 'failed' | 'ended'

/** Whatever goes wrong is tried again: nothing but an ack moves the place. */
async function shipNext(state: ShipperState): Promise<ShippingResult> {
  try {
    const batch = await state.spool.nextBatch(state.buffer)
    if (!batch) return 'nothing'
    const events = toSend(batch, state.triedTo)
    if (isBefore(state.triedTo, batch.next)) state.triedTo = batch.next
    const records = state.spool.twofold.unsent(events)
    const sent = await send(state, records)
    state.spool.twofold.acknowledge(records)
    state.counters.shipped += sent
    setAside(state, batch)
    state.spool.shipped(batch.next, events.length)
    return sent > 0 ? 'sent' : 'passed'
  } catch (error) {
    state.spool.sendFailed()
    if (state.signal.aborted) return 'ended'
    state.buffer = Buffer.allocUnsafeSlow(BATCH_BYTES)
    state.counters.failedSends += 1
    if (state.counters.failedSends % FAILURES_PER_LINE === 1) state.logger.warn({ err: error }, 'spool.send-failed')
    return 'failed'
  }
}

/** What was handed to the bus before, or by another process, may have arrived. */
const toSend = ({ records, segment, origin }: SpoolBatch, triedTo: SpoolPosition): OutgoingRecord[] =>
  records
    .filter(({ kind }) => kind === 'event')
    .map(({ payload, start, isNew = false }) => {
      const place = { segment: segment.number, offset: origin + start }
      return toOutgoing({ frame: payload, place, isFirst: isNew && !isBefore(place, triedTo) })
    })

async function send(state: ShipperState, records: readonly OutgoingRecord[]): Promise<number> {
  if (records.length === 0) return 0
  const { bus, counters, logger, signal } = state
  if (!state.hasTopic) await bus.createTopics([topic], signal)
  state.hasTopic = true
  const sending = traceSends(records)
  const begunAt = performance.now()
  try {
    await bus.send(topic.name, sending.records, signal)
    state.tookMs = performance.now() - begunAt
    sending.end()
    return records.length
  } catch (error) {
    sending.end(error instanceof Error ? error.name : 'unknown')
    if (!(error instanceof RecordTooLargeError)) throw error
    state.spool.sendFailed()
  }
  const leftOut = await sendOneByOne(state, records)
  counters.tooLarge += leftOut
  if (leftOut > 0) logger.error({ events: leftOut }, 'spool.event-too-large')
  return records.length - leftOut
}

function setAside({ counters, logger, directory }: ShipperState, batch: SpoolBatch): void {
  for (const { start, end } of batch.damages) {
    counters.damaged += 1
    const { number } = batch.segment
    logger.error({ segment: number, offset: batch.offset + start, bytes: end - start }, 'spool.record-damaged')
    keepDamaged(directory, `${number}-${batch.offset + start}.bin`, batch.bytes.subarray(start, end))
  }
}

function isSmall(spool: Spool): boolean {
  const { segment, offset } = spool.place()
  const last = spool.segments().at(-1)
  return last !== undefined && last.number === segment && last.size - offset < GATHER_BYTES
}

async function gather(state: ShipperState): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.min(Math.max(GATHER_SENDS * state.tookMs, MIN_GATHER_MS), MAX_GATHER_MS))
  state.sendNow = resolve
  await promise
  state.sendNow = undefined
  clearTimeout(timer)
}

function backOff(failures: number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
  return longest * (0.5 + Math.random() / 2)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
