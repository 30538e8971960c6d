import { describe, expect, it } from '@jest/globals'
import { matchedWords } from './matched-words.ts'

describe('the webhooks that a request has fired', () => {
  const names = new Map([
    ['a', 'Feed'],
    ['b', 'Partner'],
  ])

  it('are told by their names, the first two of many', () => {
    expect(matchedWords([], names)).toBe('none')
    expect(matchedWords(['a', 'b'], names)).toBe('Feed, Partner')
    expect(matchedWords(['a', 'b', 'c', 'd'], names)).toBe('Feed, Partner and 2 more')
  })

  it('are told by their ids where the names are not known', () => {
    expect(matchedWords(['x'], names)).toBe('x')
  })
})
