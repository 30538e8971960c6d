import { closeSync, copyFileSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { frameId } from '../src/domain/event-frame.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { realDisk, type SpoolDisk } from '../src/spool/spool-disk.ts'
import { eventFrame, startedFrameOf } from '../src/testing/spool-frames.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
const MAX_BYTES = 1 << 20

const open = (directory: string, disk?: SpoolDisk): Spool =>
  openSpool({ directory, maxBytes: MAX_BYTES, whenFull: 'reject', fsyncMs: 5 }, logger, disk)

const keep = (spool: Spool, ids: readonly string[]) =>
  Promise.all(ids.map(id => new Promise<void>(resolve => spool.finish([eventFrame(id)], resolve))))
const newIds = (count: number) => Array.from({ length: count }, () => v7())

async function shipAll(spool: Spool): Promise<string[]> {
  const sent: string[] = []
  for (;;) {
    const batch = await spool.nextBatch(Buffer.alloc(256 * 1024))
    if (!batch) return sent
    const ids = batch.records.filter(({ kind }) => kind === 'event').map(({ payload }) => frameId(payload))
    sent.push(...ids)
    spool.shipped(batch.next, ids.length)
  }
}

/** Goes through so many segments that files have been used again, up to the beginning of one. */
async function wearIn(spool: Spool): Promise<void> {
  for (let round = 0; round < 60 || newest(spool).size > newest(spool).fileBytes / 2; round += 1) {
    await keep(spool, newIds(40))
    await shipAll(spool)
  }
}

const newest = (spool: Spool) => {
  const segment = spool.segments().at(-1)
  if (!segment) throw new Error('a spool has a segment')
  return segment
}
const filesIn = (directory: string): string[] => readdirSync(directory).filter(name => name.endsWith('.spool'))

describe('the files of a spool', () => {
  it('are used again: few of them bear many segments, none of which has the seal or the number of another', async () => {
    const directory = await temporaryDirectory()
    const spool = open(directory)
    const files = new Set<number>()
    const segments = new Map<number, string>()
    for (let round = 0; round < 40; round += 1) {
      const ids = newIds(150)
      await keep(spool, ids)
      expect(await shipAll(spool)).toEqual(ids)
      const { fd, number, seal } = newest(spool)
      files.add(fstatSync(fd).ino)
      segments.set(number, seal.mark.toString('hex'))
      expect(filesIn(directory).length).toBeLessThanOrEqual(4)
    }
    expect(files.size).toBeLessThanOrEqual(4)
    expect(segments.size).toBeGreaterThan(20)
    expect(new Set(segments.values()).size).toBe(segments.size)
    spool.close()
    expect(filesIn(directory)).toEqual([])
  })

  it('are used again from the oldest on, so that no write is taken for unfinished whose end went before its beginning', async () => {
    const directory = await temporaryDirectory()
    const spool = open(directory)
    const id = v7()
    await new Promise<void>(resolve => spool.start(startedFrameOf(id), resolve))
    await keep(spool, newIds(120))
    await keep(spool, [...newIds(120), id])
    await keep(spool, newIds(120))
    expect(spool.segments()).toHaveLength(3)
    await shipAll(spool)
    await keep(spool, newIds(120))
    expect([spool.segments().length, filesIn(directory).length]).toEqual([2, 3])
    const copy = await temporaryDirectory()
    for (const name of filesIn(directory)) copyFileSync(join(directory, name), join(copy, name))
    const next = open(copy)
    expect([...next.unfinished.keys()]).toEqual([])
    next.close()
    spool.close()
  })

  it('take no more of the disk than the spool may, whether they are in use or kept for it', async () => {
    const directory = await temporaryDirectory()
    const spool = open(directory)
    const bytesOf = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0
    const taken = () => filesIn(directory).reduce((sum, name) => sum + bytesOf(name), 0)
    await wearIn(spool)
    for (let round = 0; round < 3; round += 1) {
      while (spool.reserve(20_000)) {
        await keep(spool, newIds(20))
        spool.release(20_000)
        expect(taken()).toBeLessThanOrEqual(MAX_BYTES)
      }
      expect(spool.waitingBytes()).toBeGreaterThan(MAX_BYTES / 2)
      await shipAll(spool)
      await eventually(() => spool.isDrained() && spool.waitingBytes() === 0)
    }
    spool.close()
  })

  it('end where their segment ends when the spool is closed, and those that are kept for further use go', async () => {
    const directory = await temporaryDirectory()
    const spool = open(directory)
    await wearIn(spool)
    const ids = newIds(3)
    await keep(spool, ids)
    const { path, size } = newest(spool)
    expect(statSync(path).size).toBeGreaterThan(size)
    const number = spool.segments().length
    spool.close()
    expect([filesIn(directory).length, statSync(path).size]).toEqual([number, size])
    const next = open(directory)
    expect(await shipAll(next)).toEqual(ids)
    next.close()
  })

  it('are synced when their new name is safe, as nobody finds what stands in one whose name is lost', async () => {
    let spool: Spool | undefined
    const unnamed: string[] = []
    const disk: SpoolDisk = {
      ...realDisk,
      sync(fd, done) {
        realDisk.sync(fd, error => {
          done(error)
          const early = spool?.segments().filter(({ isNamed, syncedBytes }) => !isNamed && syncedBytes > 0)
          unnamed.push(...(early ?? []).map(({ path }) => path))
        })
      },
    }
    spool = open(await temporaryDirectory(), disk)
    await wearIn(spool)
    await keep(spool, newIds(1))
    await eventually(() => newest(spool).isNamed && newest(spool).syncedBytes === newest(spool).size)
    expect(unnamed).toEqual([])
    spool.close()
  })

  it('that are kept for further use go first from a disk that is full', async () => {
    const directory = await temporaryDirectory()
    const spool = open(directory)
    await wearIn(spool)
    const ids = newIds(3)
    await keep(spool, ids)
    expect(filesIn(directory).length).toBeGreaterThan(spool.segments().length)
    const segment = newest(spool)
    closeSync(segment.fd)
    segment.fd = openSync(segment.path, 'r')
    void keep(spool, newIds(1))
    await eventually(() => spool.isFaulty())
    expect(filesIn(directory)).toHaveLength(spool.segments().length)
    expect((await shipAll(spool)).slice(0, 3)).toEqual(ids)
    spool.close()
  })
})
