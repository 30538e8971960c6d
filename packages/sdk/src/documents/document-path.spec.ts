import { describe, expect, it } from '@jest/globals'
import { findIdFault, formatDocument, formatPathId, parseDocumentJson } from '@sluice/documents'
import { arbitraryId } from '@sluice/documents/testing'
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

  it('is the one that the server has for any id that a document can have, as it is answered', () => {
    fc.assert(
      fc.property(
        arbitraryId.filter(id => findIdFault(id) === undefined),
        id => {
          const answered = formatDocument(id, 'standard')
          fc.pre(!/^"[0-9a-f]{24}"$/i.test(answered) && !answered.includes('$numberDecimal'))
          expect(documentPath(JSON.parse(answered), {})).toBe(`/${formatPathId(id)}`)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each<[WireId, string]>([
    [2 ** 53, '/9007199254740992?id_type=NUMBER'],
    [2 ** 63, '/9.223372036854776e%2B18?id_type=NUMBER'],
    [{ $numberLong: '9007199254740993' }, '/9007199254740993?id_type=NUMBER'],
    [9_007_199_254_740_993n, '/9007199254740993?id_type=NUMBER'],
    [{ $oid: '6B03E00A89FB6746DD7A3AD2' }, '/6b03e00a89fb6746dd7a3ad2'],
    [{ $numberDouble: 'NaN' }, '/NaN?id_type=NUMBER'],
    [{ $numberLong: 'x' }, `/_id?id=${encodeURIComponent('{"$numberLong":"x"}')}`],
  ])('is of each number and ObjectId in its one form: %p', (id, path) => {
    expect(documentPath(id, {})).toBe(path)
  })

  it('is the same for a date of JavaScript and the one of the wire, at every depth', () => {
    for (const wrap of [(at: unknown) => at, (at: unknown) => ({ region: 'eu', n: 1, seen: [at] })]) {
      const [own, wire] = [new Date(5), { $date: 5 }].map(at => documentPath(wrap(at) as WireId, {}))
      expect(own).toBe(wire)
      expect(own).toBe(servedPath(wrap({ $date: 5 }) as WireId))
    }
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
