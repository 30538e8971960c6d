import { describe, expect, it } from '@jest/globals'
import { isNestedDeeper } from './nesting.ts'

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

describe('nesting', () => {
  it.each<[unknown, number, boolean]>([
    ['text', 0, false],
    [null, 0, false],
    [{}, 0, false],
    [{ a: 1 }, 0, true],
    [{ a: { b: 1 } }, 1, true],
    [{ a: { b: 1 } }, 2, false],
    [nested(101), 100, false],
    [nested(102), 100, true],
    [nested(30_000), 100, true],
  ])('%#: is told by levels, of any value', (value, levels, isDeeper) => {
    expect(isNestedDeeper(value, levels)).toBe(isDeeper)
  })
})
