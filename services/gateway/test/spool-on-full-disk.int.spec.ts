import { closeSync, openSync, readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { encodeFrame } from '../src/domain/event-frame.ts'
import { openSpool, type Spool } from '../src/spool/spool.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`
const frameOf = (id: string) => encodeFrame({ id, traceparent, value: Buffer.from('{}') })

const openOn = (directory: string, whenFull: 'reject' | 'shed') =>
  openSpool({ directory, maxBytes: 64 << 20, whenFull, fsyncMs: 20 }, logger)
const keep = (spool: Spool, id: string) => new Promise<void>(resolve => spool.finish([frameOf(id)], resolve))

/** The newest file takes nothing more, as one on a disk that is full; what it holds can be read. */
function fill(spool: Spool): void {
  const newest = spool.segments().at(-1)
  if (!newest) throw new Error('a spool has a segment')
  closeSync(newest.fd)
  newest.fd = openSync(newest.path, 'r')
}

/** Ships all of it, as the bus does. @param events 0: what is left are notes of what was shipped */
function shipAll(spool: Spool, events = 1): void {
  const newest = spool.segments().at(-1)
  spool.shipped({ segment: newest?.number ?? 0, offset: newest?.size ?? 0 }, events)
}

const hasRoom = (spool: Spool) => {
  const isTaken = spool.reserve(1)
  if (isTaken) spool.release(1)
  return isTaken
}

describe('a spool on a full disk', () => {
  it('has no room until what it holds was shipped, and loses nothing that waits', async () => {
    const directory = await temporaryDirectory()
    const spool = openOn(directory, 'reject')
    await keep(spool, v7())
    fill(spool)
    let isKept = false
    const started = v7()
    const late = v7()
    spool.start(frameOf(started), () => {})
    const keeping = keep(spool, late).then(() => {
      isKept = true
    })
    await eventually(() => !hasRoom(spool))
    expect(isKept).toBe(false)
    shipAll(spool)
    expect(hasRoom(spool)).toBe(true)
    await keeping
    const left = readdirSync(directory).filter(name => name.endsWith('.spool'))
    expect(left).toEqual([expect.stringMatching(/^1000000002-[0-9a-f]{16}\.spool$/)])
    spool.close()
    const next = openOn(directory, 'reject')
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })

  it('refuses nothing where all was shipped before', async () => {
    const spool = openOn(await temporaryDirectory(), 'reject')
    await keep(spool, v7())
    shipAll(spool)
    await keep(spool, v7())
    shipAll(spool, 0)
    expect(spool.isDrained()).toBe(true)
    fill(spool)
    await keep(spool, v7())
    expect(hasRoom(spool)).toBe(true)
    spool.close()
  })

  it('carries on a write that began before', async () => {
    const directory = await temporaryDirectory()
    const spool = openOn(directory, 'reject')
    const started = v7()
    await new Promise<void>(resolve => spool.start(frameOf(started), resolve))
    await keep(spool, v7())
    fill(spool)
    const keeping = keep(spool, v7())
    await eventually(() => !hasRoom(spool))
    shipAll(spool)
    await keeping
    spool.close()
    const next = openOn(directory, 'reject')
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })

  it('makes room of what holds only writes that are under way, and carries these on', async () => {
    const directory = await temporaryDirectory()
    const spool = openOn(directory, 'reject')
    const started = v7()
    await new Promise<void>(resolve => spool.start(frameOf(started), resolve))
    fill(spool)
    await keep(spool, v7())
    expect(hasRoom(spool)).toBe(true)
    spool.close()
    const next = openOn(directory, 'reject')
    expect([...next.unfinished.keys()]).toEqual([started])
    next.close()
  })

  it('counts what it gives up where it may, and keeps again when there is room', async () => {
    const spool = openOn(await temporaryDirectory(), 'shed')
    await keep(spool, v7())
    fill(spool)
    await keep(spool, v7())
    expect(spool.dropped()).toBe(1)
    shipAll(spool)
    await eventually(() => hasRoom(spool))
    await keep(spool, v7())
    expect(spool.dropped()).toBe(1)
    spool.close()
  })
})
