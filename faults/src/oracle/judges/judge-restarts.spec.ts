import { describe, expect, it } from '@jest/globals'
import { judgeRestarts, type Restart } from './judge-restarts.ts'

const restart: Restart = { name: 'keys-1', without: 'Redis', end: { code: 0, ms: 900 }, readyAfterMs: 1_200 }
const judged = (changes: Partial<Restart> = {}) =>
  judgeRestarts([{ ...restart, ...changes }], { readyWithinMs: 5_000, endWithinMs: 26_000 })

describe('a process that is started again while something is gone', () => {
  it('serves in time', () => {
    expect(judged()).toMatchObject({
      holds: true,
      figure: '1 of 1 started again, within 1200 ms; 1 of 1 ended in order, within 900 ms',
    })
    expect(judged({ readyAfterMs: 5_001 }).findings).toEqual([
      'keys-1, started without Redis: served after 5001 ms, not within 5000',
    ])
    expect(judged({ readyAfterMs: undefined, failure: 'ended (1)' }).findings).toEqual([
      'keys-1, started without Redis: did not serve. ended (1)',
    ])
  })

  it('had ended in order and in time when it was asked to, and anyhow when it was killed', () => {
    expect(judged({ end: undefined }).findings).toEqual([])
    expect(judged({ end: { code: 1, ms: 900 } }).findings).toEqual([
      'keys-1, asked to stop without Redis: ended with 1',
    ])
    expect(judged({ end: { code: undefined, ms: 30_000 } }).findings).toEqual([
      'keys-1, asked to stop without Redis: ended with a signal',
      'keys-1, asked to stop without Redis: ended after 30000 ms, not within 26000',
    ])
  })
})
