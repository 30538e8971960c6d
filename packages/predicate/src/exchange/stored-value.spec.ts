import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { valueAt } from './stored-value.ts'

const objectId = Object.assign(Object.create({ _bsontype: 'ObjectId' }), { buffer: 'x' })

describe('the value at a path', () => {
  it.each<[string, unknown, unknown]>([
    ['a.b', { a: { b: 1 } }, 1],
    ['a', { a: null }, null],
    ['a.0.b', { a: [{ b: 1 }] }, 1],
    ['a.1', { a: ['x'] }, undefined],
    ['a.length', { a: ['x'] }, undefined],
    ['a.length', { a: 'text' }, undefined],
    ['constructor', {}, undefined],
    ['__proto__.a', JSON.parse('{"__proto__": {"a": 1}}'), 1],
    ['a._bsontype', { a: { _bsontype: 'ObjectId' } }, 'ObjectId'],
    ['a.buffer', { a: objectId }, undefined],
    ['a.0', { a: new Uint8Array([1]) }, undefined],
    ['a.lastIndex', { a: /x/ }, undefined],
    ['a', undefined, undefined],
    ['a.b', runInNewContext('({ a: { b: 1 } })'), 1],
  ])('%s of %j is %j: own fields of documents and places of lists alone', (path, root, value) => {
    expect(valueAt(root, path.split('.'))).toEqual(value)
  })
})
