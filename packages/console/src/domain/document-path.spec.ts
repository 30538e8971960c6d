import { describe, expect, it } from '@jest/globals'
import { documentPath, typedDocumentPath } from './document-path.ts'

describe('the path of a document', () => {
  it.each([
    ['amelia', 'amelia'],
    ['a b%', 'a%20b%25'],
    ['"<script>"', '%22%3Cscript%3E%22'],
    ['שרה', '%D7%A9%D7%A8%D7%94'],
    ['..x', '..x'],
  ])('ends in the id itself where a segment can carry it: %s', (id, path) => {
    expect(documentPath(id)).toBe(path)
  })

  it.each(['a/b', 'a\\b', '..', '*', '_x', 'a%2fb', 'a\u0007', ''])(
    'says the id in the query where a segment can not carry it: %j',
    id => {
      const [segment, query] = documentPath(id).split('?')
      expect(segment).toBe('_id')
      expect(JSON.parse(new URLSearchParams(query).get('id') ?? '')).toBe(id)
    },
  )
})

describe('the path of a document whose id may be of any type', () => {
  const byQuery = (id: unknown) => `_id?id=${encodeURIComponent(JSON.stringify(id))}`

  it.each([
    ['a b', 'a%20b'],
    ['6b03e00a89fb6746dd7a3ad2', '6b03e00a89fb6746dd7a3ad2?id_type=STRING'],
    [{ $oid: '6b03e00a89fb6746dd7a3ad2' }, '6b03e00a89fb6746dd7a3ad2'],
    [7, '7?id_type=NUMBER'],
    [{ $numberInt: '-7' }, '-7?id_type=NUMBER'],
    [{ $numberLong: '9007199254740993' }, '9007199254740993?id_type=NUMBER'],
    [{ $numberDouble: '5.0' }, '5?id_type=NUMBER'],
    [{ $numberDouble: '1e+300' }, '1e%2B300?id_type=NUMBER'],
    [{ $numberDouble: 'NaN' }, 'NaN?id_type=NUMBER'],
    [{ $numberDouble: '0.1' }, '0.1?id_type=NUMBER'],
    [{ $numberDecimal: '5.00' }, '5?id_type=NUMBER'],
    [{ $numberDecimal: '0.50' }, '0.5?id_type=NUMBER'],
  ])('ends in a segment where one can carry it: %j', (id, path) => {
    expect(typedDocumentPath(id)).toBe(path)
  })

  it.each([
    'a/b',
    true,
    null,
    { $date: { $numberLong: '0' } },
    { $binary: { base64: 'AA==', subType: '04' } },
    { $numberDecimal: '1.1' },
    { a: { $numberInt: '1' } },
  ])('says all else in the query: %j', id => {
    expect(typedDocumentPath(id)).toBe(byQuery(id))
  })

  it('is one for all ids that the service takes for the same', () => {
    expect(typedDocumentPath({ $numberDecimal: '1.10' })).toBe(byQuery({ $numberDecimal: '1.1' }))
    expect(typedDocumentPath({ a: { $numberDouble: '5.0' } })).toBe(byQuery({ a: { $numberInt: '5' } }))
  })
})
