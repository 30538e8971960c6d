import { afterEach, describe, expect, it } from '@jest/globals'
import { type Bus, BusUnavailableError, type IncomingRecord } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import { createLogger } from '@sluice/service-kit'
import { eventually, openTestPlatform, type TestPlatform, temporaryDirectory } from '@sluice/testkit'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { openEventLine } from '../src/event-line.ts'
import { startShipper } from '../src/spool/shipping/shipper.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { realDisk, type SpoolDisk } from '../src/spool/spool-disk.ts'
import { eventFrame, startedFrameOf } from '../src/testing/spool-frames.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

/** What befalls a gateway between two events. */
const step = fc.constantFrom('event', 'event', 'event', 'lost-answer', 'refused', 'sync-failure', 'restart', 'all-sent')

describe('what a gateway calls the first record of its event', () => {
  let platform: TestPlatform | undefined
  afterEach(() => platform?.close())

  async function openRig() {
    const opened = await openTestPlatform()
    platform = opened
    await opened.bus.createTopics([exchangeCompleted])
    const heard: IncomingRecord[] = []
    await opened.bus.consume(
      { topic: exchangeCompleted.name, group: 'test' },
      { assigned() {}, revoked() {}, record: record => void heard.push(record) },
    )
    return { bus: opened.bus, heard }
  }

  /** A bus whose next send fails, before or after the records have arrived. */
  function failing(bus: Bus) {
    const told: { next: 'well' | 'refused' | 'lost-answer' } = { next: 'well' }
    const send: Bus['send'] = async (...sent) => {
      const { next } = told
      told.next = 'well'
      if (next !== 'refused') await bus.send(...sent)
      if (next !== 'well') throw new BusUnavailableError('It did not answer.')
    }
    return { told, bus: { ...bus, send } }
  }

  /** A disk whose next sync fails. */
  function failingDisk() {
    const told = { failsNext: false }
    const disk: SpoolDisk = {
      write: realDisk.write,
      sync(fd, done) {
        const fails = told.failsNext
        told.failsNext = false
        if (fails) setImmediate(done, Object.assign(new Error('input/output error'), { code: 'EIO' }))
        else realDisk.sync(fd, done)
      },
    }
    return { told, disk }
  }

  const write = (spool: Spool, id: string) => new Promise<void>(resolve => spool.finish([eventFrame(id)], resolve))

  it('had no record before it, whatever failed, and was begun by no process before', async () => {
    const { bus, heard } = await openRig()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 25 }),
        fc.constantFrom(0, 5),
        async (taken, fsyncMs) => {
          const directory = await temporaryDirectory()
          const settings = { directory, maxBytes: 8 << 20, whenFull: 'reject', fsyncMs } as const
          const ids: string[] = []
          const from = heard.length
          const { told: sends, bus: sending } = failing(bus)
          const { told: syncs, disk } = failingDisk()
          const open = () => {
            const spool = openSpool(settings, logger, disk)
            return { spool, shipper: startShipper({ spool, bus: sending, directory, logger }) }
          }
          let { spool, shipper } = open()
          const close = async (deadlineMs: number) => {
            await shipper.stop(deadlineMs)
            spool.close()
          }
          for (const next of taken) {
            if (next === 'event') {
              const id = v7()
              ids.push(id)
              await write(spool, id)
            }
            if (next === 'lost-answer' || next === 'refused') sends.next = next
            if (next === 'sync-failure') syncs.failsNext = true
            if (next === 'all-sent') await eventually(() => spool.isDrained())
            if (next !== 'restart') continue
            await close(0)
            ;({ spool, shipper } = open())
          }
          await close(60_000)
          const ours = () => heard.slice(from)
          await eventually(() => ids.every(id => ours().some(({ key }) => key === id)))
          const seen = new Set<string>()
          for (const { key, isFirst } of ours()) {
            expect(isFirst === true && seen.has(key)).toBe(false)
            seen.add(key)
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)

  it('is the only one of its event, also where a sync has failed and the event was written again', async () => {
    const { bus, heard } = await openRig()
    for (const fsyncMs of [0, 5, 20]) {
      const directory = await temporaryDirectory()
      const { told, disk } = failingDisk()
      const spool = openSpool({ directory, maxBytes: 8 << 20, whenFull: 'reject', fsyncMs }, logger, disk)
      const shipper = startShipper({ spool, bus, directory, logger })
      const from = heard.length
      for (let count = 0; count < 200; count += 1) {
        told.failsNext ||= count % 20 === 10
        await write(spool, v7())
      }
      await eventually(() => spool.isDrained())
      await shipper.stop(10_000)
      spool.close()
      const times = Map.groupBy(heard.slice(from), ({ key }) => key)
      expect(times.size).toBe(200)
      const repeated = [...times.values()].filter(records => records.length > 1)
      expect(repeated.filter(records => records.some(({ isFirst }) => isFirst))).toEqual([])
    }
  }, 60_000)

  it('is that of every event while all is well', async () => {
    const { bus, heard } = await openRig()
    const directory = await temporaryDirectory()
    const spool = openSpool({ directory, maxBytes: 8 << 20, whenFull: 'reject', fsyncMs: 5 }, logger)
    const shipper = startShipper({ spool, bus, directory, logger })
    for (let count = 0; count < 20; count += 1) await write(spool, v7())
    await eventually(() => heard.length === 20)
    expect(heard.every(({ isFirst }) => isFirst)).toBe(true)
    await shipper.stop(10_000)
    spool.close()
  })

  it('is none of a write that an earlier process has begun: its event may have been sent before the disk lost it', async () => {
    const { bus, heard } = await openRig()
    const directory = await temporaryDirectory()
    const settings = { directory, maxBytes: 8 << 20, whenFull: 'reject', fsyncMs: 5 } as const
    const before = openSpool(settings, logger)
    const id = v7()
    await new Promise<void>(resolve => before.start(startedFrameOf(id), resolve))
    before.close()
    const line = openEventLine(bus, settings, logger)
    await eventually(() => heard.some(({ key }) => key === id))
    expect(heard.map(({ key, isFirst }) => [key, isFirst])).toEqual([[id, undefined]])
    await line.stop(10_000)
  })
})
