import { describe, expect, it } from '@jest/globals'
import { ObjectId } from 'bson'
import { parsePropertyPath, readPath } from './property-path.ts'

const read = (source: unknown, path: string) => readPath(source, path.split('.'))

describe('a property path', () => {
  it('walks documents, picks from arrays by number, and maps over them by name', () => {
    const order = { a: { b: 1 }, lines: [{ sku: 'x', n: [1, 2] }, {}, { sku: null }, 'odd'], 0: 'zero' }
    expect(read(order, 'a.b')).toBe(1)
    expect(read(order, 'lines.0.sku')).toBe('x')
    expect(read(order, 'lines.sku')).toEqual(['x', null])
    expect(read(order, 'lines.n.1')).toEqual([2])
    expect(read(order, '0')).toBe('zero')
    expect(read(order, 'lines.9.sku')).toBeUndefined()
    expect(read(null, 'a')).toBeUndefined()
  })

  it('never leaves the document', () => {
    for (const path of ['constructor', 'toString', 'hasOwnProperty', 'a.constructor.name']) {
      expect(read({ a: {} }, path)).toBeUndefined()
    }
    expect(read({ id: new ObjectId() }, 'id.buffer')).toBeUndefined()
    expect(read({ list: [1] }, 'list.length')).toEqual([])
    expect(read({ text: 'abc' }, 'text.length')).toBeUndefined()
  })

  it.each(['', 'a..b', '.a', 'a.', '$a', 'a.$b', '__proto__', 'a.constructor', 'a.\0', 'x'.repeat(501), 5, null])(
    'is refused as %j',
    text => {
      expect(parsePropertyPath(text)).toHaveProperty('fault')
    },
  )
})
