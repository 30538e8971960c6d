import { describe, expect, it } from '@jest/globals'
import { judgeLevel } from './judge-level.ts'

const judged = (levelAfterMs: number | undefined) =>
  judgeLevel({
    partitions: [
      { partition: 0, levelAfterMs: 100 },
      { partition: 1, levelAfterMs },
    ],
    withinMs: 30_000,
  })

describe('the partitions of the bus', () => {
  it('are level in time', () => {
    expect(judged(30_000)).toMatchObject({ holds: true, figure: '2 of 2 partitions level, within 30000 ms' })
    expect(judged(30_001).findings).toEqual(['partition 1: level after 30001 ms, not within 30000'])
  })

  it('are named where an event is tried for ever', () => {
    expect(judged(undefined).findings).toEqual(['partition 1: an event in it is tried for ever'])
  })
})
