import { describe, expect, it } from '@jest/globals'
import { formatPathId, parseDocumentJson } from '@sluice/documents'
import fc from 'fast-check'
import { documentPath } from './document-path.ts'
import type { WireId } from './document-types.ts'

/** Gives the one path of the document with this id, as the server says it. */
function servedPath(id: WireId): string {
  const parsed = parseDocumentJson(JSON.stringify(id))
  if (parsed.kind === 'refuse') throw new TypeError('no id')
  return `/${formatPathId(parsed.value)}`
}

/** Texts that mean something in a path. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('.', '..', '*', '_', '_id', 'a/b', '%2f', '%2E', 'a b', '100%', '?x=1', '#', 'é', '\u0085', '\\'),
)
const HEX_ID = /^[0-9a-f]{24}$/i

describe('the path of a document', () => {
  it('is the one that the server has for a text', () => {
    fc.assert(
      fc.property(
        text.filter(id => !HEX_ID.test(id) && id.isWellFormed()),
        id => expect(documentPath(id, {})).toBe(servedPath(id)),
      ),
    )
  })

  it('is the one that the server has for a number', () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(
        numbers.filter(id => !Object.is(id, -0) && (Number.isSafeInteger(id) || !Number.isInteger(id))),
        id => expect(documentPath(id, {})).toBe(servedPath(id)),
      ),
    )
  })

  it('is that of a double beyond 2^53: a whole number of 64 bits comes as $numberLong', () => {
    expect(documentPath(2 ** 53, {})).toBe('/9.007199254740992e%2B15?id_type=NUMBER')
  })

  it('is the one that the server has for an ObjectId and for a date', () => {
    for (const id of [{ $oid: '6b03e00a89fb6746dd7a3ad2' }, { $date: 1_700_000_000_000 }]) {
      expect(documentPath(id, {})).toBe(servedPath(id))
    }
  })

  it('reads 24 hexadecimal digits as an ObjectId, unless it is told that they are a text', () => {
    expect(documentPath('6b03e00a89fb6746dd7a3ad2', {})).toBe('/6b03e00a89fb6746dd7a3ad2')
    expect(documentPath('6b03e00a89fb6746dd7a3ad2', { id_type: 'STRING' })).toBe(servedPath('6b03e00a89fb6746dd7a3ad2'))
  })
})
