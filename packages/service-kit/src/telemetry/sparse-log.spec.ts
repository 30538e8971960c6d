import { describe, expect, it } from '@jest/globals'
import { createSparseLog } from './sparse-log.ts'

describe('a sparse log', () => {
  it('writes the first at once, one in each period after it, and how many were left out', () => {
    const written: object[] = []
    let at = 0
    const log = createSparseLog(fields => written.push(fields), { everyMs: 100, now: () => at })
    for (at = 0; at < 250; at += 10) log({ at })
    expect(written).toEqual([{ at: 0 }, { at: 100, unsaid: 9 }, { at: 200, unsaid: 9 }])
  })

  it('does not count across a quiet time', () => {
    const written: object[] = []
    let at = 0
    const log = createSparseLog(fields => written.push(fields), { everyMs: 100, now: () => at })
    log({ first: true })
    at = 1_000
    log({ second: true })
    expect(written).toEqual([{ first: true }, { second: true }])
  })
})
