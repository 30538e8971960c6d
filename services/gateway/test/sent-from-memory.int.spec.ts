import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { frameId } from '../src/domain/event-frame.ts'
import { decodeRecords } from '../src/domain/spool-codec.ts'
import { readSegment } from '../src/spool/segment-files.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { realDisk, type SpoolDisk } from '../src/spool/spool-disk.ts'
import { eventFrame, startedFrameOf } from '../src/testing/spool-frames.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

/** A disk that breaks off in the middle of each write, as long as it is told to. */
function createBrokenDisk() {
  const told = { isBroken: false }
  const disk: SpoolDisk = {
    sync: realDisk.sync,
    write(fd, buffers, position) {
      if (!told.isBroken) return realDisk.write(fd, buffers, position)
      const bytes = Buffer.concat(buffers)
      realDisk.write(fd, [bytes.subarray(0, bytes.length / 2)], position)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
  return { disk, told }
}

/** What a gateway does with its spool: events of a turn, of which one is large, a start, a batch that is sent. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('events' as const),
    count: fc.integer({ min: 1, max: 40 }),
    isBroken: fc.nat({ max: 5 }).map(nth => nth === 0),
  }),
  fc.record({ kind: fc.constant('large' as const), bytes: fc.integer({ min: 1, max: 400_000 }) }),
  fc.constant({ kind: 'start' as const }),
  fc.constant({ kind: 'send' as const }),
)
type SpoolStep = typeof step extends fc.Arbitrary<infer T> ? T : never

const finish = (spool: Spool, frame: Buffer) => new Promise<void>(resolve => spool.finish([frame], resolve))

async function take(spool: Spool, next: SpoolStep, told: { isBroken: boolean }): Promise<string[]> {
  if (next.kind === 'start') {
    await new Promise<void>(resolve => spool.start(startedFrameOf(v7()), resolve))
    return []
  }
  if (next.kind === 'send') return []
  const bodies =
    next.kind === 'large' ? [Buffer.alloc(next.bytes)] : Array.from({ length: next.count }, () => undefined)
  const ids = bodies.map(() => v7())
  told.isBroken = next.kind === 'events' && next.isBroken
  const kept = Promise.all(bodies.map((body, at) => finish(spool, eventFrame(ids[at] ?? '', body))))
  if (told.isBroken) await eventually(() => spool.isFaulty())
  told.isBroken = false
  await kept
  return ids
}

/** The next batch, which is held against what stands in the file at its place. @returns the ids of its events */
async function sendNext(spool: Spool): Promise<string[] | undefined> {
  const batch = await spool.nextBatch(Buffer.alloc(256 * 1024))
  if (!batch) return undefined
  const { segment, offset, origin, next, records } = batch
  const bytes = (await readSegment(segment, 0, Buffer.alloc(segment.size))).subarray(offset, next.offset)
  const read = decodeRecords(bytes, segment.seal, true)
  expect(read.damages).toEqual([])
  expect(records.map(({ kind, payload, start }) => [kind, payload, origin + start])).toEqual(
    read.records.map(({ kind, payload, start }) => [kind, payload, offset + start]),
  )
  const ids = records.filter(({ kind }) => kind === 'event').map(({ payload }) => frameId(payload))
  spool.shipped(next, ids.length)
  return ids
}

describe('what a spool sends from memory', () => {
  it('is what stands in its files, each event once and in order, also after writes that broke off', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(steps, async taken => {
        const { disk, told } = createBrokenDisk()
        const directory = await temporaryDirectory()
        const settings = { directory, maxBytes: 8 << 20, whenFull: 'reject', fsyncMs: 20 } as const
        const spool = openSpool(settings, logger, disk)
        const written: string[] = []
        const sent: string[] = []
        for (const next of taken) {
          written.push(...(await take(spool, next, told)))
          if (next.kind === 'send') sent.push(...((await sendNext(spool)) ?? []))
        }
        for (let ids = await sendNext(spool); ids; ids = await sendNext(spool)) sent.push(...ids)
        expect(sent).toEqual(written)
        spool.close()
      }),
      { numRuns: 20 },
    )
  })
})
