import { describe, expect, it } from '@jest/globals'
import { readDataSearch, readDocumentSearch, readDocumentsSearch } from './data-search.ts'

describe('the address of data', () => {
  it.each([
    { collection: 'routes' },
    { db: 'shop', collection: 'orders', filter: '{"a": 5.0}', sort: '-a', keys: '{"a": 1}', page: 3 },
    { collection: 'a"b<c>', tab: 'indexes', view: 'json' },
  ])('holds which documents are listed: %j', search => {
    expect(readDocumentsSearch(search)).toEqual(search)
  })

  it('holds no value that is none', () => {
    expect(readDocumentsSearch({ tab: 'documents', view: 'table', page: '-1', filter: '', more: 1 })).toEqual({
      collection: '',
    })
    expect(readDataSearch({ page: 'x', q: '', db: '' })).toEqual({})
    expect(readDataSearch({ page: '2', q: 'a', db: 'shop' })).toEqual({ page: 2, q: 'a', db: 'shop' })
  })

  it('takes what somebody has typed there, which the router has read', () => {
    expect(readDocumentsSearch({ collection: 7, filter: { a: { $gt: 1 } } })).toEqual({
      collection: '7',
      filter: '{"a":{"$gt":1}}',
    })
  })

  it.each(['a/b', '7', { $oid: '6b03e00a89fb6746dd7a3ad2' }, true, null])('holds the id of a document: %j', id => {
    expect(readDocumentSearch({ collection: 'routes', id })).toEqual({ collection: 'routes', id })
  })

  it('holds no id of a new document', () => {
    expect(readDocumentSearch({ collection: 'routes', from: 'a' })).toEqual({ collection: 'routes', from: 'a' })
  })
})
