import { describe, expect, it } from '@jest/globals'
import { relativeTime, secondsInSteps, shortDay } from './times.ts'

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

  it.each([
    [60, 60],
    [31, 60],
    [30, 30],
    [1, 30],
    [0, 0],
  ])('that is %d s off is told as %d s, in steps of 30', (seconds, told) => {
    expect(secondsInSteps(seconds, 30)).toBe(told)
  })

  it('has its year where it is another one', () => {
    expect(shortDay(now, now, 'en-GB')).toBe('23 Nov')
    expect(shortDay(Date.UTC(2027, 0, 2, 12), now, 'en-GB')).toBe('2 Jan 2027')
  })
})
