import { describe, expect, it } from '@jest/globals'
import { relativeTime, shortDay } from './times.ts'

const now = Date.UTC(2026, 10, 23, 12)

describe('a time', () => {
  it.each([
    [7 * 86_400_000, 'in 7 days'],
    [-3 * 60_000, '3 minutes ago'],
    [-12_000, '12 seconds ago'],
    [30 * 86_400_000 - 4_000, 'in 30 days'],
    [0, 'in 0 seconds'],
    [59 * 60_000, 'in 59 minutes'],
    [-400 * 86_400_000, '1 year ago'],
  ])('%d ms off is %s', (distance, words) => {
    expect(relativeTime(now + distance, now, 'en')).toBe(words)
  })

  it('has its year where it is another one', () => {
    expect(shortDay(now, now, 'en-GB')).toBe('23 Nov')
    expect(shortDay(Date.UTC(2027, 0, 2, 12), now, 'en-GB')).toBe('2 Jan 2027')
  })
})
