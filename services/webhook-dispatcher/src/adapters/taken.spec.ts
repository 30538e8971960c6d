import { describe, expect, it } from '@jest/globals'
import type { BulkResult } from '@sluice/store'
import { outcomesOf, takenOf } from './taken.ts'

const outcome = (...errors: BulkResult['errors'][number][]): BulkResult => ({
  inserted: 0,
  matched: 0,
  modified: 0,
  deleted: 0,
  upserted: 0,
  errors,
})
const duplicate = (index: number) => ({ index, code: 'duplicate-key', message: 'taken' }) as const

describe('a write of many rows', () => {
  it('names those whose id was taken', () => {
    expect(takenOf(outcome(duplicate(0), duplicate(2)), ['a', 'b', 'c'])).toEqual(['a', 'c'])
    expect(takenOf(outcome(), ['a'])).toEqual([])
  })

  it('is no written one where the store has refused a row for another reason', () => {
    const refused = outcome(duplicate(0), { index: 1, code: 'invalid', message: 'too large' })
    expect(() => takenOf(refused, ['a', 'b'])).toThrow('too large')
  })

  it('is a written one for all others where each stands for itself', () => {
    const refused = outcome(duplicate(0), { index: 1, code: 'invalid', message: 'too large' })
    expect(outcomesOf(refused, ['a', 'b', 'c'])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'too large' } },
      { status: 'fulfilled' },
    ])
  })
})
