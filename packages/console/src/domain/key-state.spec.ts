import { describe, expect, it } from '@jest/globals'
import { keyState } from './key-state.ts'

const DAY_MS = 86_400_000

describe('a key', () => {
  it.each([
    [15 * DAY_MS, 'active'],
    [14 * DAY_MS, 'ends-soon'],
    [1, 'ends-soon'],
    [0, 'expired'],
    [-DAY_MS, 'expired'],
  ])('with %d ms left is %s', (left, state) => {
    expect(keyState(1_000 + left, 1_000)).toBe(state)
  })
})
