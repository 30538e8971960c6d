import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findPatchFault, mergePatch } from './merge-patch.ts'

const app = {
  descriptor: { name: 'a', limits: { maxDepth: 5, maxTokens: 9 } },
  schema: 's',
  mappings: { Query: { a: 1, b: 2 } },
}

describe('a merge patch', () => {
  it.each<[object, object, object]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: 'foo' }, { a: { b: { c: null } } }, { a: { b: {} } }],
    [{ a: [1, { b: null }] }, { a: [{ c: null }] }, { a: [{ c: null }] }],
  ])('%j with %j gives %j', (target, patch, result) => {
    expect(mergePatch({ ...target }, { ...patch })).toEqual(result)
  })

  it.each<[object, object, object]>([
    [{ a: { b: 1, c: 2 } }, { 'a.b': 3 }, { a: { b: 3, c: 2 } }],
    [{ a: { b: 1, c: 2 } }, { 'a.b': null }, { a: { c: 2 } }],
    [{ a: { b: { x: 1 } } }, { 'a.b': { y: 2 } }, { a: { b: { x: 1, y: 2 } } }],
    [{}, { 'a.b.c': 1 }, { a: { b: { c: 1 } } }],
    [{ a: 5 }, { 'a.b': 1 }, { a: { b: 1 } }],
    [{ a: [7] }, { 'a.0': 1 }, { a: { 0: 1 } }],
    [{ a: { b: 1 } }, { a: null, 'a.c': 2 }, { a: { c: 2 } }],
    [{ a: { b: 1 } }, { 'a.c': 2, a: null }, {}],
    [{ 'a.b': 1 }, { 'a.b': null }, { 'a.b': 1, a: {} }],
    [{ a: { b: 1 } }, { 'a.': 2 }, { a: { b: 1, '': 2 } }],
  ])('reaches into objects by dotted keys: %j with %j gives %j', (target, patch, result) => {
    expect(mergePatch({ ...target }, { ...patch })).toEqual(result)
  })

  it.each<[object, object, object]>([
    [{ d: { x: 1 } }, { d: { 'b.c': 1 } }, { d: { x: 1, 'b.c': 1 } }],
    [{ d: { 'b.c': 1, b: { c: 2 } } }, { d: { 'b.c': null } }, { d: { b: { c: 2 } } }],
    [{ a: {} }, { 'a.d': { 'b.c': 1 } }, { a: { d: { 'b.c': 1 } } }],
  ])('takes dots inside nested objects as they are: %j with %j gives %j', (target, patch, result) => {
    expect(mergePatch({ ...target }, { ...patch })).toEqual(result)
  })

  it('replaces whole what is said to be, and still removes it by null, or reaches into it by dots', () => {
    const whole = ['schema', 'mappings']
    expect(mergePatch(app, { mappings: { Query: { c: 3 } } }, whole)).toEqual({
      ...app,
      mappings: { Query: { c: 3 } },
    })
    expect(mergePatch({ h: { a: 1 } }, { h: null }, ['h'])).toEqual({})
    expect(mergePatch({ h: { a: 1 } }, { 'h.b': 2 }, ['h'])).toEqual({ h: { a: 1, b: 2 } })
    const given = { b: 2 }
    expect(mergePatch({ h: { a: 1 } }, { h: given, 'h.c': 3 }, ['h'])).toEqual({ h: { b: 2, c: 3 } })
    expect(given).toEqual({ b: 2 })
  })

  it('leaves values that are no plain objects as they are, and puts objects in their place', () => {
    class Tagged {
      readonly value = 1
    }
    const at = new Date(0)
    const tagged = new Tagged()
    expect(mergePatch({ at: new Date(1) }, { at, 'in.tagged': tagged })).toEqual({ at, in: { tagged } })
    expect(mergePatch({ at, tagged }, { 'at.year': 1, tagged: { b: 2 } })).toEqual({
      at: { year: 1 },
      tagged: { b: 2 },
    })
  })

  it('touches neither document, and no prototype', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": true}, "constructor.prototype": {"polluted": true}}')
    mergePatch({}, patch)
    mergePatch({}, { '__proto__.polluted': true })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    const documents = fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b', '.') }), fc.jsonValue())
    fc.assert(
      fc.property(documents, documents, (target, change) => {
        const before = JSON.stringify([target, change])
        mergePatch(target, change)
        return JSON.stringify([target, change]) === before
      }),
    )
  })

  it('is RFC 7396 where no key has a dot', () => {
    const merged = (target: unknown, patch: unknown): unknown => {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
      const isObject = typeof target === 'object' && target !== null && !Array.isArray(target)
      const result = new Map(isObject ? Object.entries(target) : [])
      for (const [name, value] of Object.entries(patch)) {
        if (value === null) result.delete(name)
        else result.set(name, merged(result.get(name), value))
      }
      return Object.fromEntries(result)
    }
    const key = fc.constantFrom('a', 'b', 'c')
    const { value } = fc.letrec(tie => ({
      value: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, 1, 'x', [null]), tie('fields')),
      fields: fc.dictionary(key, tie('value')),
    }))
    const fields = fc.dictionary(key, value)
    fc.assert(
      fc.property(fields, fields, (target, patch) => expect(mergePatch(target, patch)).toEqual(merged(target, patch))),
    )
  })

  it('takes time in step with its size, however many keys reach into one object', () => {
    const patch = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a.b.k${index}`, index]))
    expect(Object.keys(Object(Object(mergePatch({}, patch).a).b))).toHaveLength(20_000)
  })
})

describe('what no patch may have', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

  it('is not in a patch of at most 100 levels', () => {
    for (const patch of [
      { 'descriptor.name': 'x', mappings: { 'a.b': { c: 1 } } },
      { [`${'a.'.repeat(99)}a`]: 1 },
      { a: nested(99) },
      { [`${'a.'.repeat(49)}a`]: nested(50) },
      { '': 1, 'a..b': [{}] },
    ]) {
      expect(findPatchFault(patch)).toBeUndefined()
    }
  })

  it('is more than 100 levels, by dots and by objects together', () => {
    for (const patch of [
      { [`${'a.'.repeat(100)}a`]: 1 },
      { ['a.'.repeat(100_000)]: null },
      { a: nested(100) },
      { [`${'a.'.repeat(50)}a`]: nested(50) },
      { a: nested(5_000) },
    ]) {
      expect(findPatchFault(patch)).toEqual({ path: 'a', message: expect.stringContaining('100 levels') })
    }
  })

  it.each([
    '{"__proto__":{}}',
    '{"a.__proto__.b":1}',
    '{"a":{"__proto__":1}}',
    '{"a._bsontype":"Long"}',
    '{"a.b\\u0000":1}',
  ])('is a name that no document can have: %s', text => {
    expect(findPatchFault(JSON.parse(text))?.message).toMatch(/^A field (name )?can not/)
  })

  it('is named shortly, however long a key is', () => {
    expect(findPatchFault({ [`${'x'.repeat(1_000_000)}.__proto__`]: 1 })?.path).toHaveLength(100)
  })
})
