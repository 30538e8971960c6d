import { describe, expect, it } from '@jest/globals'
import type { RepeatRule } from './call.ts'
import { type CallAttemptEnd, isRepeatable, mayHaveWorked, pauseMs } from './retry.ts'

const BROKEN: CallAttemptEnd = { kind: 'broken' }
const answered = (status: number, code?: string, retryAfterSeconds?: number): CallAttemptEnd => ({
  kind: 'answered',
  status,
  code,
  retryAfterSeconds,
})
const RATE_LIMITED = answered(429, 'RATE_LIMITED')
const OVERLOADED = answered(503, 'OVERLOADED')
const UNAVAILABLE = answered(503, 'UNAVAILABLE')
const REFUSED = answered(409, 'CONFLICT')

const call = (method: string, { hasIfMatch = false, repeat = 'by-method' as RepeatRule } = {}) => ({
  method,
  hasIfMatch,
  repeat,
})

describe('a repetition', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('of %s follows everything that passes', method => {
    for (const end of [BROKEN, RATE_LIMITED, OVERLOADED, UNAVAILABLE, answered(502), answered(504)]) {
      expect(isRepeatable(call(method), end)).toBe(true)
    }
  })

  it.each(['POST', 'PATCH'])('of %s follows only a refusal that came before any work', method => {
    for (const end of [RATE_LIMITED, OVERLOADED]) expect(isRepeatable(call(method), end)).toBe(true)
    for (const end of [BROKEN, UNAVAILABLE, answered(502), answered(504), answered(429)]) {
      expect(isRepeatable(call(method), end)).toBe(false)
    }
  })

  it('of a PATCH with If-Match is as safe as that of a PUT', () => {
    expect(isRepeatable(call('PATCH', { hasIfMatch: true }), BROKEN)).toBe(true)
  })

  it('of what would be made twice never happens', () => {
    for (const end of [BROKEN, RATE_LIMITED, OVERLOADED]) {
      expect(isRepeatable(call('POST', { repeat: 'never' }), end)).toBe(false)
    }
  })

  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('of %s never follows a refusal that stays', method => {
    for (const end of [REFUSED, answered(400), answered(401), answered(404), answered(500), answered(200)]) {
      expect(isRepeatable(call(method), end)).toBe(false)
    }
  })
})

describe('an attempt', () => {
  it('may have worked where no answer came, or something broke', () => {
    for (const end of [BROKEN, answered(500), answered(502), UNAVAILABLE]) expect(mayHaveWorked(end)).toBe(true)
  })

  it('has not worked where it was refused', () => {
    for (const end of [RATE_LIMITED, OVERLOADED, REFUSED]) expect(mayHaveWorked(end)).toBe(false)
  })
})

describe('the pause before the next attempt', () => {
  it('is random, below a bound that doubles from 200 ms to 5 s', () => {
    const longest = (attempt: number) => pauseMs(BROKEN, attempt, () => 1)
    expect([1, 2, 3, 10].map(longest)).toEqual([200, 400, 800, 5_000])
    expect(pauseMs(BROKEN, 1, () => 0)).toBe(0)
  })

  it('is what Retry-After says, where it is said', () => {
    expect(pauseMs(answered(429, 'RATE_LIMITED', 7), 1)).toBe(7_000)
  })
})
