import { describe, expect, it } from '@jest/globals'
import { turnMet } from './event-loop-delay.ts'

function met(turns: readonly number[]): number {
  const meanMs = turns.reduce((sum, turn) => sum + turn, 0) / turns.length
  const variance = turns.reduce((sum, turn) => sum + (turn - meanMs) ** 2, 0) / turns.length
  return turnMet({ meanMs, deviationMs: Math.sqrt(variance) })
}

describe('the turn that a request meets', () => {
  it('is as long as all are, beyond the time between two looks', () => {
    expect(met([320, 320, 320, 320])).toBeCloseTo(300)
  })

  it('is short where one pause stands among many quick turns', () => {
    expect(met([500, ...Array.from({ length: 75 }, () => 20)])).toBeLessThan(150)
  })

  it('is nothing where nothing was measured', () => {
    expect(turnMet({ meanMs: Number.NaN, deviationMs: Number.NaN })).toBe(0)
  })
})
