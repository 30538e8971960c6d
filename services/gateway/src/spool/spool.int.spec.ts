import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Bus, BusUnavailableError, type OutgoingRecord, RecordTooLargeError } from '@sluice/bus'
import { decodeExchange } from '@sluice/contracts'
import { createLogger } from '@sluice/service-kit'
import { eventually, openTestPlatform, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { openEventLine } from '../event-line.ts'
import { eventFrame, startedFrameOf } from '../testing/spool-frames.ts'
import { followEvents } from '../testing/start-gateway.ts'
import { openSpool, type SpoolSettings } from './spool.ts'
import { SpoolInUseError } from './spool-lock.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

const settingsOf = (directory: string, more: Partial<SpoolSettings> = {}): SpoolSettings => ({
  directory,
  maxBytes: 64 << 20,
  whenFull: 'reject',
  fsyncMs: 20,
  ...more,
})

/** A bus in memory whose sends do as they are told. */
function createFakeBus(fault: (records: readonly OutgoingRecord[]) => Error | undefined = () => undefined) {
  const sent: OutgoingRecord[] = []
  const bus: Bus = {
    createTopics: async () => {},
    async send(_topic, records) {
      const error = fault(records)
      if (error) throw error
      // What is sent is read from a buffer of the shipper's: keep a copy.
      sent.push(...records.map(record => ({ ...record, value: Uint8Array.from(record.value) })))
    },
    consume: () => Promise.reject(new BusUnavailableError('not here')),
    close: async () => {},
  }
  return { bus, sent, keys: () => sent.map(({ key }) => key) }
}

const write = (spool: ReturnType<typeof openSpool>, ids: readonly string[]) =>
  Promise.all(ids.map(id => new Promise<void>(resolve => spool.finish([eventFrame(id)], resolve))))
const newIds = (count: number) => Array.from({ length: count }, () => v7())
const newest = (directory: string) =>
  readdirSync(directory)
    .filter(name => name.endsWith('.spool'))
    .toSorted()
    .map(name => join(directory, name))
    .at(-1) ?? ''

describe('the spool', () => {
  const lines: ReturnType<typeof openEventLine>[] = []
  const open = (bus: Bus, settings: SpoolSettings) => {
    const line = openEventLine(bus, settings, logger)
    lines.push(line)
    return line
  }
  afterEach(async () => {
    await Promise.all(lines.splice(0).map(line => line.stop(0)))
  })

  it('hands every event to the bus once, in order, and leaves no event behind when it is closed', async () => {
    const directory = await temporaryDirectory()
    const { bus, keys } = createFakeBus()
    const line = openEventLine(bus, settingsOf(directory), logger)
    const ids = newIds(500)
    await write(line.spool, ids)
    await line.stop(5_000)
    expect(keys()).toEqual(ids)
    // A lock that went would let two in: one that had opened it before, and one that made it anew.
    expect(readdirSync(directory)).toEqual(['owner.lock'])
  })

  it('wakes nobody for the note of a start or of what was shipped, and is drained without them', async () => {
    const spool = openSpool(settingsOf(await temporaryDirectory()), logger)
    let wakes = 0
    spool.onEvent(() => {
      wakes += 1
    })
    const id = v7()
    await new Promise<void>(resolve => spool.start(startedFrameOf(id), resolve))
    expect([wakes, spool.isDrained()]).toEqual([0, true])
    await write(spool, [id])
    expect([wakes, spool.isDrained()]).toEqual([1, false])
    const newest = spool.segments().at(-1)
    spool.shipped({ segment: newest?.number ?? 0, offset: newest?.size ?? 0 }, 1)
    await eventually(() => spool.isDrained())
    expect(wakes).toBe(1)
    spool.close()
  })

  it('goes through many segments and keeps within its bound', async () => {
    const directory = await temporaryDirectory()
    const { bus, keys } = createFakeBus()
    const { spool } = open(bus, settingsOf(directory, { maxBytes: 1 << 20 }))
    const ids = newIds(3_000)
    for (let at = 0; at < ids.length; at += 100) {
      await write(spool, ids.slice(at, at + 100))
      expect(spool.usedBytes()).toBeLessThan(2 << 20)
    }
    await eventually(() => spool.isDrained())
    expect(keys()).toEqual(ids)
    expect(readdirSync(directory).filter(name => name.endsWith('.spool')).length).toBeLessThan(9)
  })

  it('keeps all while the bus is away, and sends it in its order when it is back', async () => {
    let isAway = true
    const { bus, sent } = createFakeBus(() => (isAway ? new BusUnavailableError('away') : undefined))
    const line = open(bus, settingsOf(await temporaryDirectory()))
    const ids = newIds(20)
    await write(line.spool, ids)
    await eventually(() => line.shipper.counters.failedSends > 0)
    expect(line.shipper.waitingSince()).toBeDefined()
    const later = newIds(5)
    await write(line.spool, later)
    isAway = false
    await eventually(() => line.spool.isDrained())
    expect(sent.map(({ key }) => key)).toEqual([...ids, ...later])
    await eventually(() => line.shipper.waitingSince() === undefined)
  })

  it('gives an event the same partition key however often it is sent: from memory, and from a file by the next process', async () => {
    const directory = await temporaryDirectory()
    let batches = 0
    const tried: OutgoingRecord[] = []
    const leaving = createFakeBus(records => {
      if (++batches <= 3) return undefined
      tried.push(...records)
      return new BusUnavailableError('away')
    })
    const line = openEventLine(leaving.bus, settingsOf(directory), logger)
    const ids = newIds(8_000)
    await write(line.spool, ids)
    await eventually(() => line.shipper.counters.failedSends > 1)
    await line.stop(0)
    const { bus, sent } = createFakeBus()
    const next = open(bus, settingsOf(directory))
    await eventually(() => next.spool.isDrained())
    expect([...leaving.sent, ...sent].map(({ key }) => key)).toEqual(ids)
    const again = new Map(sent.map(({ key, partitionKey }) => [key, partitionKey]))
    expect(tried.length).toBeGreaterThan(100)
    expect(tried.filter(({ key, partitionKey }) => again.get(key) !== partitionKey)).toEqual([])
    expect(new Set(again.values()).size).toBeGreaterThan(1)
    expect(new Set(again.values()).size).toBeLessThan(80)
  })

  it('says when it is full, and has room again when the bus has taken something', async () => {
    let isAway = true
    const { bus } = createFakeBus(() => (isAway ? new BusUnavailableError('away') : undefined))
    const { spool } = open(bus, settingsOf(await temporaryDirectory(), { maxBytes: 1 << 20 }))
    let reserved = 0
    while (spool.reserve(100_000)) reserved += 1
    expect(reserved).toBe(10)
    for (let count = 0; count < reserved; count += 1) spool.release(100_000)
    while (spool.reserve(10_000)) {
      await write(spool, [v7()])
      spool.release(10_000)
    }
    isAway = false
    await eventually(() => spool.reserve(500_000))
  })

  it('ships a too large event without its bodies, and the others whole', async () => {
    const isLarge = ({ value }: OutgoingRecord) => value.length > 10_000
    const { bus, sent } = createFakeBus(records =>
      records.some(isLarge) ? new RecordTooLargeError('too large') : undefined,
    )
    const line = open(bus, settingsOf(await temporaryDirectory()))
    const [first = '', large = '', last = ''] = newIds(3)
    await Promise.all([
      write(line.spool, [first]),
      new Promise<void>(resolve => line.spool.finish([eventFrame(large, Buffer.alloc(50_000))], resolve)),
      write(line.spool, [last]),
    ])
    await eventually(() => sent.length === 3)
    const cut = decodeExchange(sent.find(({ key }) => key === large)?.value ?? new Uint8Array())
    expect(cut).toMatchObject({ kind: 'event', exchange: { event: { request: { body: { truncated: true } } } } })
    expect(line.shipper.counters.tooLarge).toBe(0)
  })

  it('refuses a folder that belongs to a running process', async () => {
    const directory = await temporaryDirectory()
    const { bus } = createFakeBus()
    open(bus, settingsOf(directory))
    expect(() => openSpool(settingsOf(directory), logger)).toThrow(SpoolInUseError)
  })

  describe('after the death of its process', () => {
    /** A process that spools and never ships, killed in the middle. @returns the ids that it said were safe */
    async function killInTheMiddle(directory: string): Promise<{ safe: string[]; started: string[] }> {
      const child = spawn(
        process.execPath,
        [new URL('../testing/spool-child.ts', import.meta.url).pathname, directory],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      let output = ''
      child.stdout.on('data', chunk => {
        output += String(chunk)
      })
      await eventually(() => output.split('\n').length > 500)
      child.kill('SIGKILL')
      await once(child, 'close')
      const lines = output.split('\n').slice(0, -1)
      const idsOf = (kind: string) =>
        lines.filter(line => line.startsWith(kind)).map(line => line.slice(kind.length + 1))
      return { safe: idsOf('safe'), started: idsOf('started') }
    }

    it('loses nothing that was acknowledged, and tells of writes that began and never ended', async () => {
      const directory = await temporaryDirectory()
      const { safe, started } = await killInTheMiddle(directory)
      const platform = await openTestPlatform()
      const { shipped } = await followEvents(platform)
      const line = openEventLine(platform.bus, settingsOf(directory), logger)
      const ids = () => new Set(shipped.map(({ event }) => event.id))
      await eventually(() => safe.every(id => ids().has(id)))
      await eventually(() => started.every(id => ids().has(id)))
      const unknown = shipped.filter(({ event }) => event.outcome === 'unknown')
      expect(unknown.length).toBeGreaterThan(0)
      expect(unknown.every(({ event }) => event.response === null && !safe.includes(event.id))).toBe(true)
      await line.stop(2_000)
      await platform.close()
    })

    it('does not send again what it had noted as shipped', async () => {
      const directory = await temporaryDirectory()
      const first = createFakeBus()
      const line = openEventLine(first.bus, settingsOf(directory), logger)
      const ids = newIds(10)
      await write(line.spool, ids)
      await eventually(() => first.sent.length === 10 && line.spool.isDrained())
      const file = newest(directory)
      const left = readFileSync(file)
      await line.stop(1_000)
      writeFileSync(file, left)
      const second = createFakeBus()
      const again = open(second.bus, settingsOf(directory))
      await eventually(() => again.spool.isDrained())
      expect(second.keys()).toEqual([])
    })

    it('sets a damaged record aside, counts it, and ships the rest; a cut end is one too', async () => {
      const directory = await temporaryDirectory()
      const away = createFakeBus(() => new BusUnavailableError('away'))
      const line = openEventLine(away.bus, settingsOf(directory), logger)
      const ids = newIds(10)
      for (const id of ids) await write(line.spool, [id])
      await line.stop(0)
      const file = newest(directory)
      const bytes = readFileSync(file)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(file, bytes.subarray(0, bytes.length - 3))
      const { bus, keys } = createFakeBus()
      const again = open(bus, settingsOf(directory))
      await eventually(() => again.spool.isDrained())
      expect(keys()).toHaveLength(8)
      expect(ids.filter(id => keys().includes(id))).toEqual(keys())
      expect(again.shipper.counters.damaged).toBe(2)
      expect(readdirSync(join(directory, 'damaged'))).toHaveLength(2)
    })

    it('tells once of a write whose end stands in a later segment', async () => {
      const directory = await temporaryDirectory()
      const away = createFakeBus(() => new BusUnavailableError('away'))
      const line = openEventLine(away.bus, settingsOf(directory, { maxBytes: 1 << 20 }), logger)
      const [ended = '', open_ = ''] = newIds(2)
      for (const id of [ended, open_]) {
        await new Promise<void>(resolve => line.spool.start(startedFrameOf(id), resolve))
      }
      await write(line.spool, newIds(400))
      await write(line.spool, newIds(400))
      await write(line.spool, [ended])
      await line.stop(0)
      const { bus, sent } = createFakeBus()
      const again = open(bus, settingsOf(directory, { maxBytes: 1 << 20 }))
      await eventually(() => again.spool.isDrained())
      expect(sent).toHaveLength(802)
      const outcomes = sent.map(({ key, value }) => [key, decodeExchange(value)] as const)
      const unknown = outcomes.filter(([, d]) => d.kind === 'event' && d.exchange.event.outcome === 'unknown')
      expect(unknown.map(([key]) => key)).toEqual([open_])
    })
  })

  it('carries a started frame on when its segment goes, so that a long write holds up no file', async () => {
    const directory = await temporaryDirectory()
    const { bus } = createFakeBus()
    const { spool } = open(bus, settingsOf(directory, { maxBytes: 1 << 20 }))
    const long = v7()
    await new Promise<void>(resolve => spool.start(startedFrameOf(long), resolve))
    for (let round = 0; round < 20; round += 1) {
      await write(spool, newIds(200))
      await eventually(() => spool.isDrained())
    }
    expect(spool.usedBytes()).toBeLessThan(600_000)
    const copy = await temporaryDirectory()
    for (const segment of spool.segments()) {
      writeFileSync(join(copy, basename(segment.path)), readFileSync(segment.path))
    }
    const adopted = openSpool(settingsOf(copy), logger)
    expect([...adopted.unfinished.keys()]).toEqual([long])
    adopted.close()
    await write(spool, [long])
  })
})
