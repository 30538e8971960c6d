import { describe, expect, it } from '@jest/globals'
import { createUnwrittenResults } from './unwritten-results.ts'

const turn = () => new Promise(setImmediate)

describe('results that are not written yet', () => {
  it('keep no slot while they are few, and beyond the limit each its own until it is written or has failed', async () => {
    const results = createUnwrittenResults(2)
    const writes = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const free: number[] = []
    for (const [at, { promise }] of writes.entries()) void results.enter(promise).then(() => free.push(at))
    await turn()
    expect(free).toEqual([0, 1])
    writes[3]?.reject(new Error('the store is away'))
    await turn()
    expect(free).toEqual([0, 1, 3])
    // One place is left by each that is written, and the first two have had theirs.
    for (const at of [0, 1]) writes[at]?.resolve()
    await turn()
    void results.enter(new Promise(() => {})).then(() => free.push(4))
    await turn()
    expect(free).toEqual([0, 1, 3, 4])
    writes[2]?.resolve()
    await turn()
    expect(free).toEqual([0, 1, 3, 4, 2])
  })
})
