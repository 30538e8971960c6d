import { describe, expect, it } from '@jest/globals'
import { instantField, instantQuery } from './parse-query.ts'

const AT = Date.parse('2026-11-22T10:00:00Z')

describe('an instant in a query', () => {
  it.each([
    [String(AT), AT],
    ['2026-11-22T10:00:00Z', AT],
    ['2026-11-22T10:00:00.000Z', AT],
    ['2026-11-22T11:00:00+01:00', AT],
    ['2026-11-22', Date.parse('2026-11-22T00:00:00Z')],
    ['0', 0],
  ])('%s is an instant', (text, at) => {
    expect(instantQuery.parse(text)).toBe(at)
    expect(instantField.parse(text)).toBe(at)
  })

  it.each(['-1', '1.5', 'yesterday', '2026-11-22T10:00', '2026-13-01', '', ' 5', '1e3', 'NaN'])(
    '%j is none, and the message says what is',
    text => {
      const { error } = instantQuery.safeParse(text)
      expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('2026-11-22T10:00:00Z')])
    },
  )

  it('in a body it may be a number', () => {
    expect(instantField.parse(AT)).toBe(AT)
    for (const value of [-1, 1.5, Number.NaN, 9e15, null, {}]) expect(instantField.safeParse(value).success).toBe(false)
  })
})
