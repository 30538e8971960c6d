import { describe, expect, it } from '@jest/globals'
import { changeOf, columnsOf, documentsIn, nameOfDocument } from './document-text.ts'

describe('a list of documents', () => {
  const listed = documentsIn(
    '[{"_id":{"$oid":"6b03e00a89fb6746dd7a3ad2"},"n":{"$numberLong":"7"},"_etag":{"$oid":"1"}},{"_id":"a/b","n":{"$numberInt":"1"},"m":null}]',
  )

  it('is read document by document, with every type', () => {
    expect(listed).toMatchObject([
      { name: '6b03e00a89fb6746dd7a3ad2', fields: [{ name: 'n', text: '{"$numberLong": "7"}' }] },
      {
        id: 'a/b',
        name: 'a/b',
        fields: [
          { name: 'n', text: '1' },
          { name: 'm', text: 'null' },
        ],
      },
    ])
    expect(columnsOf(listed)).toEqual(['n', 'm'])
    expect(documentsIn('[]')).toEqual([])
  })

  it.each([
    [{ $numberInt: '7' }, '7'],
    [{ $date: { $numberLong: '0' } }, '{"$date": 0}'],
    [true, 'true'],
    [null, 'null'],
    ['7', '7'],
  ])('names a document by its id, whatever that is: %j', (id, name) => {
    expect(nameOfDocument(id)).toBe(name)
  })
})

describe('a change of a document whose reader does not see all of it', () => {
  it.each([
    [
      '{"_id": 1, "a": 1, "b": 2}',
      '{"_id": 1, "a": 1.0, "c": [1]}',
      '{"$set": {"a": 1.0, "c": [1]}, "$unset": {"b": ""}}',
    ],
    ['{"a": {"b": 1}}', '{"a":{ "b":1 }}', '{}'],
    ['{"a": 1}', '{}', '{"$unset": {"a": ""}}'],
  ])('names only what differs: %s and %s', (before, after, change) => {
    expect(changeOf(before, after)).toBe(change)
  })
})
