import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { frameId } from '../src/domain/event-frame.ts'
import { decodeRecords } from '../src/domain/spool-codec.ts'
import { openEventLine } from '../src/event-line.ts'
import { readSegment, type Segment } from '../src/spool/segment-files.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'
import { realDisk, type SpoolDisk } from '../src/spool/spool-disk.ts'
import { eventFrame, startedFrameOf } from '../src/testing/spool-frames.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

/** A disk that does as it is told: its syncs fail, or wait to be let go; its writes break off in their middle. */
function createDisk() {
  const held: ((ended: () => void) => void)[] = []
  const told = { syncs: 'work' as 'work' | 'fail' | 'wait', writes: 'work' as 'work' | 'break' }
  const disk: SpoolDisk = {
    write(fd, buffers, position) {
      if (told.writes === 'work') return realDisk.write(fd, buffers, position)
      const bytes = Buffer.concat(buffers)
      realDisk.write(fd, [bytes.subarray(0, bytes.length / 2)], position)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
    sync(fd, done) {
      if (told.syncs === 'fail') setImmediate(done, Object.assign(new Error('i/o error'), { code: 'EIO' }))
      else if (told.syncs === 'wait') {
        held.push(ended =>
          realDisk.sync(fd, error => {
            done(error)
            ended()
          }),
        )
      } else realDisk.sync(fd, done)
    },
  }
  const letGo = async () => {
    told.syncs = 'work'
    await Promise.all(held.splice(0).map(sync => new Promise<void>(sync)))
  }
  return { disk, told, held, letGo }
}

type BadDiskOpening = { directory: string; disk: SpoolDisk; fsyncMs: number }

const open = ({ directory, disk, fsyncMs }: BadDiskOpening): Spool =>
  openSpool({ directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs }, logger, disk)
const keep = (spool: Spool, id: string) => new Promise<void>(resolve => spool.finish([eventFrame(id)], resolve))
const start = (spool: Spool, id: string) => new Promise<void>(resolve => spool.start(startedFrameOf(id), resolve))

/** The ids of events that a file holds. */
async function eventsIn(segment: Segment | undefined): Promise<string[]> {
  if (!segment) return []
  const bytes = await readSegment(segment, 0, Buffer.alloc(segment.size))
  const { records } = decodeRecords(bytes, segment.seal, true)
  return records.filter(({ kind }) => kind === 'event').map(({ payload }) => frameId(payload))
}

const filesIn = (directory: string): string[] => readdirSync(directory).filter(name => name.endsWith('.spool'))

describe.each([0, 5])('a spool whose disk fails a sync, synced every %i ms', fsyncMs => {
  it('has no room until what was not synced is safe in another file', async () => {
    const { disk, told } = createDisk()
    const spool = open({ directory: await temporaryDirectory(), disk, fsyncMs })
    const safe = v7()
    const unsafe = v7()
    await keep(spool, safe)
    await eventually(() => spool.segments()[0]?.syncedBytes === spool.segments()[0]?.size)
    told.syncs = 'fail'
    const keeping = keep(spool, unsafe)
    await eventually(() => spool.isFaulty())
    expect(spool.reserve(1)).toBe(false)
    expect(spool.segments()).toHaveLength(1)
    told.syncs = 'work'
    await eventually(() => !spool.isFaulty())
    await keeping
    expect(spool.reserve(1)).toBe(true)
    expect(spool.segments()).toHaveLength(2)
    expect(await eventsIn(spool.segments().at(-1))).toEqual([unsafe])
    await keep(spool, v7())
    spool.close()
  })

  it('tells of writes under way from the new file alone', async () => {
    const directory = await temporaryDirectory()
    const { disk, told } = createDisk()
    const spool = open({ directory, disk, fsyncMs })
    told.syncs = 'fail'
    const started = v7()
    const starting = start(spool, started)
    await eventually(() => spool.isFaulty())
    told.syncs = 'work'
    await starting
    await eventually(() => !spool.isFaulty())
    expect(spool.segments().map(({ openStarts }) => openStarts)).toEqual([0, 1])
    spool.close()
    const next = open({ directory, disk, fsyncMs })
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })

  it('leaves no file of its attempts behind', async () => {
    const directory = await temporaryDirectory()
    let syncs = 0
    const { disk, told } = createDisk()
    const counting: SpoolDisk = {
      ...disk,
      sync(fd, done) {
        syncs += 1
        disk.sync(fd, done)
      },
    }
    const spool = open({ directory, disk: counting, fsyncMs })
    told.syncs = 'fail'
    void keep(spool, v7())
    await eventually(() => syncs > 3)
    expect(filesIn(directory).length).toBeLessThanOrEqual(2)
    told.syncs = 'work'
    await eventually(() => !spool.isFaulty())
    spool.close()
  })

  it('goes on when a file of its attempts can not be removed, and gives no number twice', async () => {
    const directory = await temporaryDirectory()
    const { disk, told } = createDisk()
    const stubborn = new Set<string>()
    const spoiling: SpoolDisk = {
      ...disk,
      sync(fd, done) {
        const newest = filesIn(directory).toSorted().at(-1)
        if (told.syncs === 'fail' && filesIn(directory).length > 1 && stubborn.size === 0 && newest) {
          stubborn.add(newest)
          rmSync(join(directory, newest))
          mkdirSync(join(directory, newest))
        }
        disk.sync(fd, done)
      },
    }
    const spool = open({ directory, disk: spoiling, fsyncMs })
    told.syncs = 'fail'
    const unsafe = v7()
    const keeping = keep(spool, unsafe)
    await eventually(() => stubborn.size > 0)
    told.syncs = 'work'
    await keeping
    await eventually(() => !spool.isFaulty())
    expect(await eventsIn(spool.segments().at(-1))).toEqual([unsafe])
    const numbers = filesIn(directory).map(name => name.slice(0, 10))
    expect(new Set(numbers).size).toBe(numbers.length)
    spool.close()
  })
})

describe('a spool that is synced in the background', () => {
  it('writes again what a failed sync has left, also when a later sync of the same file says that all is well', async () => {
    const failing: (() => void)[] = []
    const synced: number[] = []
    // The first sync of each of two files fails, the second of the first file works: as the system counts its pages as written.
    const disk: SpoolDisk = {
      ...realDisk,
      sync(fd, done) {
        const isFirst = !synced.includes(fd) && new Set(synced).size < 2
        synced.push(fd)
        const fail = () => done(Object.assign(new Error('i/o error'), { code: 'EIO' }))
        if (isFirst && synced.length === 1) failing.push(fail)
        else if (isFirst) setImmediate(fail)
        else setImmediate(done, null)
      },
    }
    const spool = open({ directory: await temporaryDirectory(), disk, fsyncMs: 200 })
    const ids = [v7(), v7()]
    await keep(spool, ids[0] ?? '')
    await eventually(() => failing.length > 0)
    await keep(spool, ids[1] ?? '')
    failing[0]?.()
    await eventually(() => spool.segments().length === 2)
    expect(await eventsIn(spool.segments().at(-1))).toEqual(ids)
    spool.close()
  })
})

describe('a spool that syncs before it acknowledges', () => {
  it('acknowledges nothing for as long as syncs fail', async () => {
    const { disk, told } = createDisk()
    const spool = open({ directory: await temporaryDirectory(), disk, fsyncMs: 0 })
    told.syncs = 'fail'
    let isKept = false
    const keeping = keep(spool, v7()).then(() => {
      isKept = true
    })
    await eventually(() => spool.isFaulty())
    expect(isKept).toBe(false)
    told.syncs = 'work'
    await keeping
    spool.close()
  })

  it('takes no file away in which a write that is under way waits for its sync', async () => {
    const directory = await temporaryDirectory()
    const { disk, told, held, letGo } = createDisk()
    const spool = open({ directory, disk, fsyncMs: 0 })
    const ids = Array.from({ length: 2_000 }, () => v7())
    await Promise.all(ids.map(id => keep(spool, id)))
    expect(spool.usedBytes()).toBeGreaterThan(1 << 20)
    told.syncs = 'wait'
    const started = v7()
    const starting = start(spool, started)
    await eventually(() => held.length > 0)
    const newest = spool.segments().at(-1)
    spool.shipped({ segment: newest?.number ?? 0, offset: newest?.size ?? 0 }, ids.length)
    await letGo()
    await starting
    spool.close()
    const next = open({ directory, disk, fsyncMs: 0 })
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })
})

describe('a spool that syncs before it acknowledges, on a disk that is full', () => {
  it('acknowledges a write that begins when its note is in a file, though one that made room held it', async () => {
    const directory = await temporaryDirectory()
    const { disk, told, held, letGo } = createDisk()
    const spool = open({ directory, disk, fsyncMs: 0 })
    told.syncs = 'wait'
    const started = v7()
    let isNoted = false
    const starting = start(spool, started).then(() => {
      isNoted = true
    })
    await eventually(() => held.length > 0)
    told.writes = 'break'
    const keeping = keep(spool, v7())
    await eventually(() => spool.isFaulty())
    expect(spool.segments().map(({ size }) => size)).toEqual([0])
    await letGo()
    expect(isNoted).toBe(false)
    told.writes = 'work'
    await Promise.all([starting, keeping])
    spool.close()
    const next = open({ directory, disk, fsyncMs: 0 })
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })
})

describe('a write that breaks off', () => {
  it('is no damaged record at the next start, as nobody was told of it', async () => {
    const directory = await temporaryDirectory()
    const { disk, told } = createDisk()
    const spool = open({ directory, disk, fsyncMs: 5 })
    const kept = v7()
    await keep(spool, kept)
    told.writes = 'break'
    void keep(spool, v7())
    await eventually(() => spool.isFaulty())
    spool.close()
    const sent: string[] = []
    const bus = {
      createTopics: async () => {},
      send: async (_: string, records: readonly { key: string }[]) => void sent.push(...records.map(({ key }) => key)),
      consume: () => Promise.reject(new Error('not here')),
      close: async () => {},
    }
    const line = openEventLine(bus, { directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 5 }, logger)
    await eventually(() => sent.length > 0)
    expect([sent, line.shipper.counters.damaged]).toEqual([[kept], 0])
    await line.stop(1_000)
  })
})
