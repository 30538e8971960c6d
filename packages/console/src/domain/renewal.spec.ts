import { describe, expect, it } from '@jest/globals'
import { IDLE_MS, isDue, sessionTime } from './renewal.ts'

describe('a session', () => {
  const time = sessionTime(900, 0)

  it('is renewed at two thirds of its time, while somebody is there', () => {
    expect(time).toEqual({ renewAt: 600_000, expiresAt: 900_000, isLast: false })
    expect(isDue(time, 0, 599_999)).toBe(false)
    expect(isDue(time, 0, 600_000)).toBe(true)
    expect(isDue(time, 600_000 - IDLE_MS, 600_000)).toBe(false)
  })

  it('is not renewed where the last renewal gave less than a whole session', () => {
    const last = sessionTime(300, 0)
    expect(last.isLast).toBe(true)
    expect(isDue(last, 0, 290_000)).toBe(false)
  })
})
