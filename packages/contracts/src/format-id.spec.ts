import { describe, expect, it } from '@jest/globals'
import { formatId } from './format-id.ts'

class Id {
  toString = () => '65a000000000000000000001'
}

describe('an id as a text', () => {
  it.each<[unknown, string]>([
    ['a', 'a'],
    [7, '7'],
    [undefined, 'undefined'],
    [null, 'null'],
    [[1], '[1]'],
    [{ toString: [] }, '{"toString":[]}'],
    [{ toString: 'x', valueOf: 1 }, '{"toString":"x","valueOf":1}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [new Id(), '65a000000000000000000001'],
  ])('is there for every id: that of %j is %s', (id, text) => {
    expect(formatId(id)).toBe(text)
  })
})
