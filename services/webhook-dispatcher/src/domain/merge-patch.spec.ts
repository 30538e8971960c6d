import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { mergePatch } from './merge-patch.ts'

describe('a merge patch', () => {
  it.each<[object, object, object]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: 'foo' }, { a: { b: { c: null } } }, { a: { b: {} } }],
    [{ a: { b: 1, c: 2 } }, { 'a.b': 3 }, { a: { b: 3, c: 2 } }],
    [{ a: { b: 1, c: 2 } }, { 'a.b': null }, { a: { c: 2 } }],
  ])('%j with %j gives %j', (target, patch, result) => {
    expect(mergePatch({ ...target }, { ...patch })).toEqual(result)
  })

  it('replaces whole what is said to be, and still removes it by null', () => {
    expect(mergePatch({ h: { a: 1 } }, { h: { b: 2 } }, ['h'])).toEqual({ h: { b: 2 } })
    expect(mergePatch({ h: { a: 1 } }, { h: null }, ['h'])).toEqual({})
  })

  it('touches neither document, and no prototype', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')
    mergePatch({}, patch)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (target, change) => {
          const before = JSON.stringify([target, change])
          mergePatch(target, change)
          return JSON.stringify([target, change]) === before
        },
      ),
    )
  })
})
