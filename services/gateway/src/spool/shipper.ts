import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, RecordTooLargeError } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { type Batch, readBatch } from './read-batch.ts'
import { sendOneByOne, toOutgoing } from './ship-records.ts'
import type { Spool } from './spool.ts'

export type ShipperCounters = { shipped: number; damaged: number; tooLarge: number; failedSends: number }

export type Shipper = {
  counters: Readonly<ShipperCounters>
  /** Since when (performance time in ms) something waits; undefined when nothing does. */
  waitingSince(): number | undefined
  /** Resolves when all that was written has been sent, or the deadline (ms) has passed; ends the shipper. */
  stop(deadlineMs: number): Promise<void>
}

type Line = { spool: Spool; bus: Bus; directory: string; logger: Logger }

const { name, partitions, retentionMs } = exchangeCompleted
const topic = { name, partitions, retentionMs }
const GATHER_MS = 5
const GATHER_BYTES = 256 * 1024
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const MAX_DAMAGED_FILES = 64

/** Sends what the spool holds to the bus, in order, and has it forgotten after the ack. Keeps trying while the bus is away. */
export function startShipper(line: Line): Shipper {
  const { spool, logger } = line
  const counters: ShipperCounters = { shipped: 0, damaged: 0, tooLarge: 0, failedSends: 0 }
  const ending = new AbortController()
  const bell = createBell()
  let since: number | undefined
  let hasTopic = false
  let doubtful: { segment: number; offset: number } | undefined
  spool.onWritten(() => {
    since ??= performance.now()
    bell.ring()
  })

  async function run(): Promise<void> {
    let failures = 0
    while (!ending.signal.aborted) {
      const batch = await readBatch(spool.segments(), spool.place())
      if (!batch) {
        since = undefined
        await bell.rung()
        if (isSmall(spool)) await pause(GATHER_MS, ending.signal)
        continue
      }
      failures = (await ship(batch)) ? 0 : failures + 1
      if (failures > 0) await pause(backOff(failures), ending.signal)
    }
  }

  async function ship(batch: Batch): Promise<boolean> {
    const isDoubtful = (end: number) =>
      doubtful?.segment === batch.segment.number && batch.offset + end <= doubtful.offset
    const events = batch.records.filter(record => record.kind === 'event' || record.kind === 'event-again')
    const records = events.map(record => toOutgoing(record, batch.segment.isAdopted || isDoubtful(record.end)))
    try {
      if (records.length > 0) await send(records)
    } catch (error) {
      counters.failedSends += 1
      if (counters.failedSends % 20 === 1) logger.warn({ err: error, records: records.length }, 'spool.send-failed')
      doubtful = batch.next
      return false
    }
    counters.shipped += records.length
    setAside(batch)
    spool.shipped(batch.next, records.length)
    return true
  }

  async function send(records: ReturnType<typeof toOutgoing>[]): Promise<void> {
    try {
      if (!hasTopic) await line.bus.createTopics([topic])
      hasTopic = true
      await line.bus.send(exchangeCompleted.name, records)
    } catch (error) {
      if (!(error instanceof RecordTooLargeError)) throw error
      const leftOut = await sendOneByOne(line.bus, records)
      counters.tooLarge += leftOut
      if (leftOut > 0) logger.error({ events: leftOut }, 'spool.event-too-large')
    }
  }

  function setAside(batch: Batch): void {
    for (const { start, end } of batch.damages) {
      counters.damaged += 1
      const segment = batch.segment.number
      logger.error({ segment, offset: batch.offset + start, bytes: end - start }, 'spool.record-damaged')
      keepDamaged(line.directory, `${segment}-${batch.offset + start}.bin`, batch.bytes.subarray(start, end))
    }
  }

  const running = run()
  return {
    counters,
    waitingSince: () => since,
    async stop(deadlineMs) {
      const end = performance.now() + deadlineMs
      while (!spool.isDrained() && performance.now() < end) await sleep(GATHER_MS)
      ending.abort()
      bell.ring()
      await running
    },
  }
}

const isSmall = (spool: Spool) => {
  const { segment, offset } = spool.place()
  const last = spool.segments().at(-1)
  return last !== undefined && last.number === segment && last.size - offset < GATHER_BYTES
}

const backOff = (failures: number) => {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
  return longest * (0.5 + Math.random() / 2)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Something to wait for that may come before the wait. */
function createBell() {
  let isRung = false
  let wake = () => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    async rung(): Promise<void> {
      if (!isRung) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      isRung = false
    },
  }
}

/** Keeps the bytes for whoever wants to look, a bounded number of them. */
function keepDamaged(directory: string, name: string, bytes: Buffer): void {
  const folder = join(directory, 'damaged')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length < MAX_DAMAGED_FILES) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}
