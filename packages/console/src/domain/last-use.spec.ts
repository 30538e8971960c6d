import { describe, expect, it } from '@jest/globals'
import { lastUseWords } from './last-use.ts'

describe('the last use of a key', () => {
  it('is a time, never, or not known', () => {
    expect(lastUseWords({ $date: 0 })).toMatch(/^It was last used on .*1970/)
    expect(lastUseWords(undefined)).toBe('It was never used.')
    expect(lastUseWords(undefined, true)).toBe('When it was last used is hidden from you.')
  })
})
