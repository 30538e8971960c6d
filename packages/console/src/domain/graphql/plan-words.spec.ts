import { describe, expect, it } from '@jest/globals'
import { boundsWords, sharingWords, sumCommands, wayWords } from './plan-words.ts'

describe('a plan in words', () => {
  it.each([
    [{ kind: 'once' } as const, 'once'],
    [{ kind: 'batched', most: 1000 } as const, 'one query for up to 1,000 parents'],
    [{ kind: 'each', shared: true } as const, 'one query for each different parent'],
    [{ kind: 'each' } as const, 'one query for each parent'],
  ])('says of %j: %s', (sharing, words) => {
    expect(sharingWords({ path: 'a', sharing })).toBe(words)
  })

  it('sums up commands of one collection and index, and names the fields that none serves', () => {
    const command = { db: 'd', collection: 'c', filter: { origin: { $eq: 'SFO' } }, documents: 2, ms: 1, index: null }
    const byId = { ...command, filter: { _id: 1 }, documents: null, ms: null, index: '_id' }
    expect(sumCommands([command, byId, { ...command, filter: { origin: 1 } }])).toEqual([
      { name: 'd.c', commands: 2, documents: 4, ms: 2, index: null, unserved: ['origin'] },
      { name: 'd.c', commands: 1, documents: 0, ms: 0, index: '_id', unserved: [] },
    ])
  })
})

describe('the way of a query', () => {
  const bounds = { documents: 10_000, timeMs: 5000, commandsAtOnce: 8 }

  it.each([
    [{ kind: 'flat' }, /^Flat: .*copied/],
    [{ kind: 'general' }, /^General: .*written from them\.$/],
    [{ kind: 'general', why: 'abstract-type' }, /Not flat because of: abstract type\.$/],
  ])('is told with what keeps it from the flat one: %j', (way, words) => {
    expect(wayWords({ ...way, bounds })).toMatch(words)
  })

  it('is told with its bounds, and whether fields are left out', () => {
    const words = 'At most 10,000 documents in 5,000 ms, 8 commands at once.'
    expect(boundsWords({ kind: 'flat', bounds })).toBe(words)
    expect(boundsWords({ kind: 'flat', bounds, isCut: true })).toBe(`${words} More fields than these ask the store.`)
  })
})
