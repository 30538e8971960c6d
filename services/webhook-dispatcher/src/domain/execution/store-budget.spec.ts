import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { approximateBytes } from './approximate-bytes.ts'
import { admissionOf, isNearBudget, isNearRefusedShare, isRefusal } from './store-budget.ts'

const MAX = 1000

describe('what the log may store of events that no webhook matched', () => {
  it.each([
    [{ total: 0, refused: 0 }, 'all'],
    [{ total: 949, refused: 0 }, 'all'],
    [{ total: 950, refused: 0 }, 'metadata'],
    [{ total: 999, refused: 0 }, 'metadata'],
    [{ total: 1000, refused: 0 }, 'nothing'],
    [{ total: 500, refused: 100 }, 'all'],
  ])('with %o of 1,000 bytes taken: %s', (usage, admission) => {
    expect(admissionOf(usage, MAX, false)).toBe(admission)
  })

  it.each([
    [{ total: 0, refused: 0 }, 'metadata'],
    [{ total: 99, refused: 99 }, 'metadata'],
    [{ total: 100, refused: 100 }, 'nothing'],
    [{ total: 1000, refused: 0 }, 'nothing'],
  ])('of a refused request with %o taken: %s, within a tenth of the budget', (usage, admission) => {
    expect(admissionOf(usage, MAX, true)).toBe(admission)
  })

  it('gives up hours before it has to refuse anything', () => {
    fc.assert(
      fc.property(fc.nat(2 * MAX), fc.nat(2 * MAX), (total, refused) => {
        const usage = { total, refused }
        if (admissionOf(usage, MAX, false) !== 'all') expect(isNearBudget(usage, MAX)).toBe(true)
        const isFull = admissionOf(usage, MAX, true) === 'nothing'
        if (isFull) expect(isNearBudget(usage, MAX) || isNearRefusedShare(usage, MAX)).toBe(true)
      }),
    )
  })

  it.each([401, 403, 429])('takes a %d for a refused request', status => expect(isRefusal(status)).toBe(true))
  it.each([200, 400, 404, 500, undefined])('takes a %p for none', status => expect(isRefusal(status)).toBe(false))
})

describe('the bytes of a row', () => {
  it('are at least the characters of its texts, and bounded by its JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const json = JSON.stringify(value)
        expect(approximateBytes({ value })).toBeLessThan(10 * json.length + 100)
        if (typeof value === 'string') expect(approximateBytes(value)).toBeGreaterThanOrEqual(value.length)
      }),
    )
  })
})
