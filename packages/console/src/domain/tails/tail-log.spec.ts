import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { emptyTailLog, type FollowedUpdate, MOST_HELD, missedIn, withUpdates } from './tail-log.ts'

const entry = (id: string): FollowedUpdate<{ _id: string }> => ({ event: 'entry', data: { _id: id } })
const gap = (missed: number): FollowedUpdate<{ _id: string }> => ({ event: 'gap', data: { missed } })
const ids = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id)

describe('what a tail has told', () => {
  it('has the newest first, and one that comes twice once', () => {
    const log = withUpdates(withUpdates(emptyTailLog(), [entry('1'), entry('2')]), [entry('2'), entry('3')])
    expect([ids(log.entries), log.total]).toEqual([['3', '2', '1'], 3])
  })

  it('tells where entries were missed, and how many', () => {
    const log = withUpdates(emptyTailLog(), [gap(2), entry('1'), gap(3), gap(4), entry('2')])
    expect([...log.missed]).toEqual([
      ['', 2],
      ['1', 7],
    ])
    expect(missedIn(log)).toBe(9)
  })

  it('holds no more than its bound of a flood, and is as fast at its end as at its beginning', () => {
    let log = emptyTailLog<{ _id: string }>()
    for (let at = 0; at < 200_000; at += 500) {
      log = withUpdates(
        log,
        Array.from({ length: 500 }, (_, n) => entry(String(at + n))),
      )
    }
    expect([log.total, log.entries.length, log.entries[0]?._id]).toEqual([200_000, MOST_HELD, '199999'])
  })

  it('holds no more than its bound, whatever comes, and counts all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 6 }), sizes => {
        let log = emptyTailLog<{ _id: string }>()
        let next = 0
        for (const size of sizes) {
          const updates = Array.from({ length: size }, () => entry(String(++next)))
          log = withUpdates(log, [...updates, gap(1)])
        }
        expect(log.total).toBe(next)
        expect(log.entries).toHaveLength(Math.min(next, MOST_HELD))
        expect(log.missed.size).toBeLessThanOrEqual(sizes.length)
        if (next > 0) expect(log.entries[0]?._id).toBe(String(next))
      }),
      { numRuns: 20 },
    )
  })
})
