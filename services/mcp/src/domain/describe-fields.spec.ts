import { describe, expect, it } from '@jest/globals'
import { describeFields } from './describe-fields.ts'

describe('the fields of documents', () => {
  it('are told with their types and the share of documents that have them, without a value', () => {
    const documents = [
      {
        _id: { $oid: '65a000000000000000000000' },
        name: 'a secret',
        at: { $date: 1 },
        tags: ['x', 1],
        in: { deep: null },
      },
      { _id: 'two', name: 7 },
    ]
    expect(describeFields(documents)).toEqual([
      { path: '_id', types: ['objectId', 'string'], share: 1 },
      { path: 'name', types: ['number', 'string'], share: 1 },
      { path: 'at', types: ['date'], share: 0.5 },
      { path: 'tags', types: ['array'], share: 0.5 },
      { path: 'tags[]', types: ['number', 'string'], share: 0.5 },
      { path: 'in', types: ['object'], share: 0.5 },
      { path: 'in.deep', types: ['null'], share: 0.5 },
    ])
  })

  it('are 200 at most, six levels deep', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 1]))
    expect(describeFields([wide])).toHaveLength(200)
    let deep: unknown = 1
    for (let level = 0; level < 20; level += 1) deep = { a: deep }
    expect(describeFields([deep]).map(({ path }) => path)).toEqual([
      'a',
      'a.a',
      'a.a.a',
      'a.a.a.a',
      'a.a.a.a.a',
      'a.a.a.a.a.a',
    ])
  })

  it('are none of no documents, and of what is no document', () => {
    expect(describeFields([])).toEqual([])
    expect(describeFields([null, 1, 'a', []])).toEqual([])
  })
})
