import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fairRoom } from './fair-room.ts'

const totals = fc.integer({ min: 4, max: 2_000 })

describe('fair room', () => {
  it('is all but a quarter for one party, and the quarter for those that have little', () => {
    expect(fairRoom({ total: 400, parties: 1 }, { mine: 0, all: 0 })).toBe(300)
    expect(fairRoom({ total: 400, parties: 30 }, { mine: 16, all: 300 })).toBe(0)
    expect(fairRoom({ total: 400, parties: 30 }, { mine: 0, all: 300 })).toBe(3)
    expect(fairRoom({ total: 400, parties: 30 }, { mine: 2, all: 399 })).toBe(1)
    expect(fairRoom({ total: 400, parties: 30 }, { mine: 0, all: 400 })).toBe(0)
    expect(fairRoom({ total: 400, parties: 1_000 }, { mine: 0, all: 300 })).toBe(1)
  })

  it('is never more than there is', () => {
    fc.assert(
      fc.property(totals, fc.nat(3_000), fc.tuple(fc.nat(2_000), fc.nat(2_000)), (total, parties, [one, other]) => {
        const all = Math.min(total, Math.max(one, other))
        const room = fairRoom({ total, parties }, { mine: Math.min(one, other, all), all })
        expect(room).toBeGreaterThanOrEqual(0)
        expect(all + room).toBeLessThanOrEqual(total)
      }),
    )
  })

  it('leaves something for each of as many parties as the quarter has places, whatever the others take and keep', () => {
    const greed = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(totals, greed, (total, order) => {
        const parties = Math.max(1, Math.min(Math.floor(total / 4), 50))
        const has = Array<number>(parties).fill(0)
        const all = () => has.reduce((sum, mine) => sum + mine, 0)
        const room = (party: number) => fairRoom({ total, parties }, { mine: has[party] ?? 0, all: all() })
        for (const pick of order) has[pick % parties] = (has[pick % parties] ?? 0) + room(pick % parties)
        for (const [party, mine] of has.entries()) if (mine === 0) expect(room(party)).toBeGreaterThan(0)
      }),
    )
  })
})
