import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { BodySink } from './body-sink.ts'
import { createSlabPool } from './slab-pool.ts'

const LIMIT = 40 * 1024
const chunk = fc.tuple(fc.nat(20_000), fc.nat(255)).map(([length, fill]) => Buffer.alloc(length, fill))
const bodies = fc.array(fc.array(chunk, { maxLength: 6 }), { minLength: 1, maxLength: 6 })

describe('a body that passes by', () => {
  it('is kept from its beginning up to the limit, whatever its chunks and whoever had the memory before', () => {
    const slabs = createSlabPool(LIMIT, 1)
    fc.assert(
      fc.property(bodies, list => {
        const sinks = list.map(() => new BodySink({ limit: LIMIT, slabs }, false))
        // All at once, chunk by chunk in turns.
        for (let at = 0; at < 6; at += 1) {
          for (const [index, chunks] of list.entries()) sinks[index]?.add(chunks[at] ?? Buffer.alloc(0))
        }
        for (const [index, chunks] of list.entries()) {
          const whole = Buffer.concat(chunks)
          expect(sinks[index]?.bytes().equals(whole.subarray(0, LIMIT))).toBe(true)
          expect(sinks[index]?.length()).toBe(whole.length)
          expect(sinks[index]?.isTruncated()).toBe(whole.length > LIMIT)
        }
        for (const sink of sinks) sink.withhold()
      }),
    )
  })

  it('touches memory no more once it is withheld', () => {
    const slabs = createSlabPool(LIMIT, 1)
    const sink = new BodySink({ limit: LIMIT, slabs }, false)
    sink.add(Buffer.alloc(20_000, 1))
    sink.withhold()
    const next = slabs.take().fill(2)
    sink.add(Buffer.alloc(20_000, 3))
    sink.withhold()
    expect(next.every(byte => byte === 2)).toBe(true)
    expect(slabs.take()).not.toBe(next)
    expect(sink.length()).toBe(40_000)
  })
})
