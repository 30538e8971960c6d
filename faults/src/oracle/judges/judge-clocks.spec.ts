import { describe, expect, it } from '@jest/globals'
import { type EndedKey, judgeClocks, type WrongClock } from './judge-clocks.ts'

const wrong = { from: 1_000, to: 21_000 }
/** Ready, but between these two. */
const readyBut = (from: number, to: number) =>
  Array.from({ length: 40 }, (_, number) => 1_000 * number).map(at => ({ at, isReady: at < from || at >= to }))
const clock: WrongClock = { name: 'gateway-1', wrong, said: 1, looks: readyBut(4_000, 25_000) }
const key: EndedKey = { name: 'gateway-1', expiresAt: 10_000, letInAt: 9_900, refusedAt: 10_100 }
const judged = (clocks: WrongClock[], keys: EndedKey[] = []) =>
  judgeClocks({ clocks, keys, withinMs: 10_000, skewMs: 60_000 })
const found = (changes: Partial<WrongClock>) => judged([{ ...clock, ...changes }]).findings
const foundOf = (changes: Partial<EndedKey>) => judged([], [{ ...key, ...changes }]).findings

describe('a process whose clock is wrong', () => {
  it('says so, turns unready, and is ready soon after it is right', () => {
    expect(found({})).toEqual([])
    expect(judged([clock], [key]).figure).toBe('1 of 1 wrong clocks unready, keys ended wrong by 0 ms at most')
    expect(found({ said: 0 })).toEqual(['gateway-1: its log does not say so'])
  })

  it('is unready in time, and stays so', () => {
    expect(found({ looks: readyBut(11_000, 25_000) })).toEqual([])
    expect(found({ looks: readyBut(12_000, 25_000) })).toEqual([
      'gateway-1: it was unready after 11000 ms, not within 10000',
    ])
    expect(found({ looks: readyBut(4_000, 15_000) })).toEqual(['gateway-1: it was unready never'])
    expect(found({ looks: [] })).toHaveLength(2)
  })

  it('is ready again in time, and stays so', () => {
    expect(found({ looks: readyBut(4_000, 31_000) })).toEqual([])
    expect(found({ looks: readyBut(4_000, 32_000) })).toEqual([
      'gateway-1: it was ready again after 11000 ms, not within 10000',
    ])
    expect(found({ looks: readyBut(4_000, 90_000) })).toEqual(['gateway-1: it was ready again never'])
  })
})

describe('a key that ends meanwhile', () => {
  it('ends wrong by the skew at most', () => {
    expect(foundOf({})).toEqual([])
    expect(foundOf({ letInAt: 70_000, refusedAt: 70_100 })).toEqual([])
    expect(foundOf({ letInAt: 70_001, refusedAt: 70_100 })).toEqual(['gateway-1: a key ended wrong by 60001 ms'])
    expect(foundOf({ expiresAt: 100_000, letInAt: 30_000, refusedAt: 39_999 })).toEqual([
      'gateway-1: a key ended wrong by -60001 ms',
    ])
  })

  it('ends', () => {
    expect(foundOf({ refusedAt: undefined })).toEqual(['gateway-1: a key was never refused after its end'])
  })
})
