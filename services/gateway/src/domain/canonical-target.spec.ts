import { describe, expect, it } from '@jest/globals'
import { findSegmentFault } from '@sluice/contracts'
import fc from 'fast-check'
import { type CanonicalTarget, canonicalTarget } from './canonical-target.ts'

const target = (text: string): CanonicalTarget => {
  const result = canonicalTarget(text)
  if (result.kind !== 'target') throw new RangeError(`${text}: ${result.detail}`)
  return result
}

describe('the one form of a path', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/orders/', '/orders'],
    ['//orders///7', '/orders/7'],
    ['/a/./b/../c', '/a/c'],
    ['/a/%2e%2E/b', '/b'],
    ['/../../a', '/a'],
    ['/caf%C3%A9', '/café'],
    ['/a%20b', '/a b'],
    ['/100%25', '/100%'],
    ['/a+b', '/a+b'],
    ['/a%3Fb', '/a?b'],
  ])('reads %s as %s', (text, path) => {
    expect(target(text).path).toBe(path)
  })

  it.each([
    '*',
    'http://host/orders',
    'orders',
    '/a%2fb',
    '/a%2Fb',
    '/a%5cb',
    '/a\\b',
    '/a%00',
    '/a%0ab',
    '/a%7f',
    '/a%252fb',
    '/a%252e%252e/b',
    '/a%2500',
    '/%zz',
    '/%',
    '/%e9',
    '/%c0%af',
    '/%ed%a0%80',
    '/a#b',
  ])('refuses %s', text => {
    expect(canonicalTarget(text)).toMatchObject({ kind: 'refuse', code: 'BAD_PATH' })
  })

  it('keeps the query as it was sent, and encodes what is not visible ASCII', () => {
    expect(target('/a?x=%7B%22a%22:1%7D&y')).toMatchObject({ query: 'x=%7B%22a%22:1%7D&y' })
    expect(target('/a?x=\u00e9').encoded).toBe('/a?x=%E9')
    expect(target('/a?').encoded).toBe('/a')
  })

  it('carries exactly the segments that findSegmentFault has nothing against, but for those with a meaning of their own', () => {
    const unit = fc.constantFrom(
      'a',
      '/',
      '\\',
      '%',
      '2',
      '5',
      'f',
      'c',
      'E',
      '0',
      '.',
      '_',
      '*',
      '\0',
      '\n',
      ' ',
      '?',
      '#',
    )
    const text = fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })).filter(one => one.isWellFormed())
    fc.assert(
      fc.property(text, segment => {
        const read = canonicalTarget(`/things/${encodeURIComponent(segment)}`)
        const isCarried = read.kind === 'target' && read.segments[1] === segment && read.segments.length === 2
        const hasMeaning = segment.startsWith('_') || segment === '*'
        expect([segment, isCarried]).toEqual([
          segment,
          findSegmentFault(segment) === undefined || (hasMeaning && isCarried),
        ])
      }),
      { numRuns: 2_000 },
    )
  })

  it('encodes segments anew so that reading them again gives the same path', () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('%41', '..', '.', '%', ' ', '+', 'é', ''))
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const first = canonicalTarget(`/${pieces.map(encodeURIComponentSafely).join('/')}`)
        if (first.kind !== 'target') return true
        const second = canonicalTarget(first.encoded)
        return second.kind === 'target' && second.path === first.path && second.encoded === first.encoded
      }),
    )
  })

  it('never lets a dot segment, an empty segment or a separator through', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '/',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '%25',
      '2e',
      '2f',
      'a',
      '%c3%a9',
      '?',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const result = canonicalTarget(`/${pieces.join('')}`)
        if (result.kind !== 'target') return true
        const ok = (segment: string) => !['', '.', '..'].includes(segment) && !/[/\\]|%(2f|5c|2e|00)/i.test(segment)
        return result.segments.every(ok) && result.path === `/${result.segments.join('/')}`
      }),
      { numRuns: 5000 },
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => typeof canonicalTarget(text).kind === 'string'))
  })
})

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
