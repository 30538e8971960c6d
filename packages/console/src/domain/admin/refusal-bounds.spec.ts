import { describe, expect, it } from '@jest/globals'
import { cutRefusals, REFUSALS_AN_HOUR } from './refusal-bounds.ts'

const HOUR_MS = 3_600_000
const lines = (count: number, stepMs: number, about: object = {}) =>
  Array.from({ length: count }, (_, at) => ({
    action: 'key.refused',
    actor: 'ada',
    from: '192.0.2.7',
    at: { $date: 10 * HOUR_MS - at * stepMs },
    ...about,
  }))

describe('refusals of an hour', () => {
  it('are cut where as many are there as are kept', () => {
    expect(cutRefusals(lines(REFUSALS_AN_HOUR, 1_000))).toEqual([{ of: 'user', name: 'ada' }])
    expect(cutRefusals(lines(REFUSALS_AN_HOUR, 1_000, { action: 'sign-in.refused', actor: null }))).toEqual([
      { of: 'address', name: '192.0.2.7' },
    ])
  })

  it('are whole where fewer are there, or in more time, or of several', () => {
    expect(cutRefusals(lines(REFUSALS_AN_HOUR - 1, 1_000))).toEqual([])
    expect(cutRefusals(lines(REFUSALS_AN_HOUR, HOUR_MS / 30))).toEqual([])
    expect(cutRefusals([...lines(30, 1_000), ...lines(30, 1_000, { actor: 'bob' })])).toEqual([])
    expect(cutRefusals(lines(REFUSALS_AN_HOUR, 1_000, { action: 'key.issued' }))).toEqual([])
  })
})
