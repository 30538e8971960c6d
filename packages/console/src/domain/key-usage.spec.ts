import { describe, expect, it } from '@jest/globals'
import { lastDays } from './key-usage.ts'

describe('the use of a key by day', () => {
  it('has each of the last days, those without a request too', () => {
    const days = [
      { day: '2026-10-01', requests: 9 },
      { day: '2026-11-22', requests: 3 },
      { day: '2026-11-24', requests: 5 },
    ]
    expect(lastDays(days, Date.UTC(2026, 10, 24, 12), 4)).toEqual([0, 3, 0, 5])
  })
})
