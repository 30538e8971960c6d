import { describe, expect, it } from '@jest/globals'
import { documentPath } from './document-path.ts'

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
