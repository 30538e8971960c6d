import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findJsonFault } from './find-json-fault.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts that are nearly JSON: a document with one piece cut out and another put in. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue(),
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom('', '"', ',', '}', ']', '{', ':', '\\', '\\u12', '-', '.', 'e', '01', 'tru', '\n', '\u0001', 'x'),
    fc.constantFrom(undefined, 1),
  )
  .map(([value, at, cut, put, indent]) => {
    const text = JSON.stringify(value, undefined, indent)
    const start = at % (text.length + 1)
    return text.slice(0, start) + put + text.slice(start + cut)
  })

describe('finding where a text stops being JSON', () => {
  it.each([
    ['', 0],
    ['x', 0],
    ['position 99', 0],
    ['{', 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['[1}', 2],
    ['tru', 3],
    ['trie', 2],
    ['01', 1],
    ['-', 1],
    ['1.', 2],
    ['1.x', 2],
    ['1e+', 3],
    ['"a\nb"', 2],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['"open', 5],
    ['{} {}', 3],
    ["{'a':1}", 1],
    ['\u00a0{}', 0],
  ])('finds it in %j at %i', (text, at) => {
    expect(findJsonFault(text)).toBe(at)
  })

  it('finds nothing exactly where JSON.parse finds nothing', () => {
    fc.assert(
      fc.property(nearlyJson, text => (findJsonFault(text) === undefined) === isJson(text)),
      { numRuns: 3000 },
    )
    fc.assert(fc.property(fc.string(), text => (findJsonFault(text) === undefined) === isJson(text)))
  })

  it('leaves before the fault what some JSON text starts with', () => {
    const continuations = fc.property(nearlyJson, text => {
      const at = findJsonFault(text)
      if (at === undefined) return true
      // A text that is cut off at the fault only ends too early.
      const cutOff = findJsonFault(text.slice(0, at))
      return cutOff === undefined || cutOff === at
    })
    fc.assert(continuations, { numRuns: 1000 })
  })

  it('needs no stack for depth', () => {
    expect(findJsonFault('['.repeat(1_000_000))).toBe(1_000_000)
  })
})
