import { describe, expect, it } from '@jest/globals'
import { findPathFault, findSegmentFault, MAX_SEGMENT_CHARACTERS } from './path-segment.ts'

describe('a text as a segment of a path', () => {
  it.each(['a', 'a b', 'Läden', '😀', '%', '%41', '100%', 'a.b', '...', 'a*', 'a_', '?', '#', 'a+b', '\ufeff'])(
    'can be %j',
    text => {
      expect(findSegmentFault(text)).toBeUndefined()
    },
  )

  it.each([
    '',
    '.',
    '..',
    '*',
    '_',
    '_id',
    'a/b',
    'a\\b',
    'a\0',
    'a\n',
    '\u0085',
    'x%2fy',
    'x%5Cy',
    'x%2E',
    '%00',
    '\ud800',
  ])('can not be %j, and the sentence says why', text => {
    expect(findSegmentFault(text)).toMatch(/^[A-Z].*\.$/)
  })

  it('fits into the headers with every byte encoded', () => {
    expect(findSegmentFault('é'.repeat(MAX_SEGMENT_CHARACTERS / 6))).toBeUndefined()
    expect(findSegmentFault('é'.repeat(MAX_SEGMENT_CHARACTERS / 6 + 1))).toMatch(/8192 characters/)
  })

  it('is judged like a whole path, but for slashes and names', () => {
    expect(findPathFault('/_meta/..')).toBeUndefined()
    expect(findPathFault('/a/x%2fy')).toMatch(/encoded twice/)
  })
})
