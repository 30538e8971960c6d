import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { temporaryDirectory } from '@sluice/testkit'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { frameId } from '../src/domain/event-frame.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { realDisk, type SpoolDisk } from '../src/spool/spool-disk.ts'
import { eventFrame, startedFrameOf } from '../src/testing/spool-frames.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
/** Segments are of 32 KiB: a run goes through a dozen of them, in files that are used again. */
const settingsOf = (directory: string) =>
  ({ directory, maxBytes: 256 * 1024, whenFull: 'reject', fsyncMs: 20 }) as const

/** A process that ends in the middle of a write: what stands in the folder then is copied, and all that comes later is not there. */
function createEndingDisk(directory: string, copy: string, bytesUntilEnd: number) {
  let left = bytesUntilEnd
  let hasEnded = false
  const disk: SpoolDisk = {
    sync: realDisk.sync,
    write(fd, buffers, position) {
      const bytes = Buffer.concat(buffers)
      if (bytes.length <= left && !hasEnded) {
        left -= bytes.length
        return realDisk.write(fd, buffers, position)
      }
      if (!hasEnded) {
        if (left > 0) realDisk.write(fd, [bytes.subarray(0, left)], position)
        for (const name of readdirSync(directory)) {
          if (name.endsWith('.spool')) copyFileSync(join(directory, name), join(copy, name))
        }
      }
      hasEnded = true
      throw Object.assign(new Error('the process is gone'), { code: 'EIO' })
    },
  }
  return { disk, hasEnded: () => hasEnded }
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('events' as const),
    count: fc.integer({ min: 1, max: 20 }),
    bodyBytes: fc.oneof(fc.nat(600), fc.nat(20_000)),
  }),
  fc.constant({ kind: 'start' as const }),
  fc.constant({ kind: 'end' as const }),
  fc.constant({ kind: 'send' as const }),
)
type EndingStep = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What clients and the bus have heard until the process ended. */
type HeardIds = { answered: Set<string>; started: Set<string>; written: Set<string>; sent: string[][] }

function createLife(spool: Spool, hasEnded: () => boolean) {
  const heard: HeardIds = { answered: new Set(), started: new Set(), written: new Set(), sent: [] }
  const open: string[] = []
  const unlessEnded = (ids: Set<string>, id: string) => () => {
    if (!hasEnded()) ids.add(id)
  }
  const finish = (id: string, body?: Buffer<ArrayBuffer>) => {
    heard.written.add(id)
    spool.finish([eventFrame(id, body)], unlessEnded(heard.answered, id))
  }
  async function send(): Promise<void> {
    const batch = await spool.nextBatch(Buffer.alloc(64 * 1024))
    if (!batch || hasEnded()) return
    const ids = batch.records.filter(({ kind }) => kind === 'event').map(({ payload }) => frameId(payload))
    heard.sent.push(ids)
    spool.shipped(batch.next, ids.length)
  }
  return {
    heard,
    async take(next: EndingStep): Promise<void> {
      if (next.kind === 'events')
        for (let at = 0; at < next.count; at += 1) finish(v7(), Buffer.alloc(next.bodyBytes, 'x'))
      if (next.kind === 'start') {
        const id = v7()
        open.push(id)
        heard.written.add(id)
        spool.start(startedFrameOf(id), unlessEnded(heard.started, id))
      }
      const oldest = next.kind === 'end' ? open.shift() : undefined
      if (oldest) finish(oldest)
      if (next.kind === 'send') await send()
      for (let turns = 0; turns < 3; turns += 1) await turn()
    },
  }
}

/** What the next process finds. */
async function adopt(directory: string) {
  const spool = openSpool(settingsOf(directory), logger)
  const found: string[] = []
  let damages = 0
  for (;;) {
    const batch = await spool.nextBatch(Buffer.alloc(64 * 1024))
    if (!batch) break
    damages += batch.damages.length
    const ids = batch.records.filter(({ kind }) => kind === 'event').map(({ payload }) => frameId(payload))
    found.push(...ids)
    spool.shipped(batch.next, ids.length)
  }
  const unfinished = [...spool.unfinished.keys()]
  spool.close()
  return { found, unfinished, damages }
}

describe('a process that ends in the middle of a write, whichever byte that is', () => {
  it('leaves each event that was answered and not sent, each write under way, and nothing that was done with', async () => {
    const steps = fc.array(step, { minLength: 20, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 500_000 }), async (taken, bytes) => {
        const [directory, copy] = [await temporaryDirectory(), await temporaryDirectory()]
        const { disk, hasEnded } = createEndingDisk(directory, copy, bytes)
        const spool = openSpool(settingsOf(directory), logger, disk)
        const { heard, take } = createLife(spool, hasEnded)
        for (const next of taken) if (!hasEnded()) await take(next)
        if (!hasEnded()) {
          spool.close()
          return
        }
        const { found, unfinished, damages } = await adopt(copy)
        spool.close()
        const sent = new Set(heard.sent.flat())
        const left = new Set([...found, ...sent])
        expect([...heard.answered].filter(id => !left.has(id))).toEqual([])
        expect([...heard.started].filter(id => !left.has(id) && !unfinished.includes(id))).toEqual([])
        expect(unfinished.filter(id => heard.answered.has(id))).toEqual([])
        expect(found.filter(id => !heard.written.has(id))).toEqual([])
        expect(new Set(found).size).toBe(found.length)
        // What is sent again is what was sent last: its note may not have been written.
        const again = found.filter(id => sent.has(id))
        expect(again.filter(id => !heard.sent.at(-1)?.includes(id))).toEqual([])
        expect(damages).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })
})
