import { afterEach, describe, expect, it } from '@jest/globals'
import {
  clockTime,
  exactTime,
  fieldTime,
  isSameDay,
  readFieldTime,
  relativeTime,
  secondsInSteps,
  shortDay,
  tellUtc,
} from './times.ts'

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

  describe('where UTC is wanted', () => {
    afterEach(() => tellUtc(false))

    it('is told, and typed, in UTC whatever the zone of the browser is', () => {
      tellUtc(true)
      const late = Date.UTC(2026, 11, 31, 23, 59)
      expect(clockTime(late, 'en-GB')).toBe('23:59')
      expect(shortDay(late, now, 'en-GB')).toBe('31 Dec')
      expect(exactTime(late, 'en-GB')).toContain('UTC')
      expect(fieldTime(late)).toBe('2026-12-31T23:59')
      expect(readFieldTime('2026-12-31T23:59')).toBe(late)
      expect(readFieldTime('')).toBeUndefined()
      expect([isSameDay(late, late - 60_000), isSameDay(late, late + 60_000)]).toEqual([true, false])
    })
  })

  it('has its year where it is another one', () => {
    expect(shortDay(now, now, 'en-GB')).toBe('23 Nov')
    expect(shortDay(Date.UTC(2027, 0, 2, 12), now, 'en-GB')).toBe('2 Jan 2027')
  })
})
