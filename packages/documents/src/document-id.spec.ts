import { describe, expect, it } from '@jest/globals'
import { equalValues } from '@sluice/store'
import { BSONSymbol, Decimal128, Double, Int32, Long, ObjectId } from 'bson'
import fc from 'fast-check'
import { findNameFault, formatPathId, type IdNaming, readPathId } from './document-id.ts'
import { findIdFault } from './possible-id.ts'
import { arbitraryId } from './testing/arbitrary-id.ts'

const HEX = '65a1b2c3d4e5f60718293a4b'

/** Reads a path as the gateway and the HTTP layer hand it on. */
function read(path: string, naming?: IdNaming) {
  const [segment = '', query] = path.split('?')
  return readPathId(decodeURIComponent(segment), new URLSearchParams(query), naming)
}

describe('the path of an id', () => {
  it.each([
    ['a b', 'a%20b'],
    ['ü%', '%C3%BC%25'],
    ['7', '7'],
    [HEX, `${HEX}?id_type=STRING`],
    [HEX.toUpperCase(), `${HEX.toUpperCase()}?id_type=STRING`],
    [new ObjectId(HEX), HEX],
    [7, '7?id_type=NUMBER'],
    [new Double(7), '7?id_type=NUMBER'],
    [Decimal128.fromString('7.00'), '7?id_type=NUMBER'],
    [-0, '0?id_type=NUMBER'],
    [-1.5, '-1.5?id_type=NUMBER'],
    [1e-7, '1e-7?id_type=NUMBER'],
    [Long.fromString('9007199254740993'), '9007199254740993?id_type=NUMBER'],
    [new Double(2 ** 53), '9007199254740992?id_type=NUMBER'],
    [1e18, '1000000000000000000?id_type=NUMBER'],
    [2 ** 63, '9.223372036854776e%2B18?id_type=NUMBER'],
    [Number.NaN, 'NaN?id_type=NUMBER'],
    [Number.NEGATIVE_INFINITY, '-Infinity?id_type=NUMBER'],
    [new BSONSymbol('a'), 'a'],
  ])('of %p is the segment %s', (id, path) => {
    expect(formatPathId(id)).toBe(path)
    expect(read(path)).toMatchObject({ kind: 'id' })
  })

  it.each([
    ['a/b', '"a/b"'],
    ['x%2fy', '"x%2fy"'],
    ['_id', '"_id"'],
    ['', '""'],
    ['\0', '"\\u0000"'],
    [null, 'null'],
    [true, 'true'],
    [new Date(5), '{"$date":{"$numberLong":"5"}}'],
    [Decimal128.fromString('0.10'), '{"$numberDecimal":"0.1"}'],
    [{ b: new Int32(1), a: Decimal128.fromString('2.0') }, '{"b":{"$numberInt":"1"},"a":{"$numberInt":"2"}}'],
  ])('of %p, which no segment can carry, is in the query: %s', (id, json) => {
    expect(formatPathId(id)).toBe(`_id?id=${encodeURIComponent(json)}`)
    expect(read(formatPathId(id))).toMatchObject({ kind: 'id' })
  })

  it.each([
    [`${HEX.toUpperCase()}`, HEX],
    [`${HEX.toUpperCase()}?id_type=OID`, HEX],
    ['01?id_type=NUMBER', '1'],
    ['1.0?id_type=NUMBER', '1'],
    ['+1?id_type=NUMBER', '1'],
    ['-0?id_type=NUMBER', '0'],
    ['1e3?id_type=NUMBER', '1000'],
    ['1.50?id_type=NUMBER', '1.5'],
    ['nan?id_type=NUMBER', 'NaN'],
    ['9223372036854775808?id_type=NUMBER', '9.223372036854776e+18'],
    ['100000000000000000000000?id_type=NUMBER', '1e+23'],
    ['_x', '_id?id=%22_x%22'],
    ['x%252fy', '_id?id=%22x%252fy%22'],
    [`_id?id=${HEX}`, ''],
    ['_id?id=7', '7?id_type=NUMBER'],
    ['_id?id="a"', ' a.'],
    [`_id?id={"$oid":"${HEX}"}`, HEX],
    ['_id?id={"$numberDecimal":"0.10"}', encodeURIComponent('{"$numberDecimal":"0.1"}')],
    ['_id?id={"a": {"$numberInt":"1"}}', encodeURIComponent('{"a":{"$numberInt":"1"}}')],
    ['_id?id="a/b"&id="c/d"', 'once'],
    ['_id?id="a/b"&id_type=STRING', 'Leave id_type out'],
    ['_id', 'once'],
    ['_id?id={"$gt":1}', '$'],
    ['_id?id=[1]', 'list'],
    ['_id?id={"$regularExpression":{"pattern":"a","options":""}}', 'regular expression'],
    ['_id?id="%5Cud800"', 'Unicode'],
    ['x?id_type=OID', '24 hexadecimal digits'],
    ['1x?id_type=NUMBER', 'a number'],
    ['x?id_type=MINKEY', 'STRING_OID'],
    ['x?id="y"', 'names a document already'],
    [`${HEX}?id=`, 'names a document already'],
    ['7?id_type=NUMBER&id="y"', 'names a document already'],
  ])('is not %s: it is refused, and what to send is said', (path, help) => {
    expect(read(path)).toMatchObject({ kind: 'refuse', detail: expect.stringContaining(help) })
  })

  it('follows the collection: users are texts, and a text may be taken', () => {
    expect(formatPathId(HEX, { isTextOnly: true })).toBe(HEX)
    expect(read(HEX, { isTextOnly: true })).toEqual({ kind: 'id', id: HEX })
    expect(formatPathId(7, { isTextOnly: true })).toBe(`_id?id=${encodeURIComponent('{"$numberInt":"7"}')}`)
    expect(formatPathId('explain', { taken: ['explain'] })).toBe('_id?id=%22explain%22')
    expect(read('explain', { taken: ['explain'] })).toMatchObject({ code: 'BAD_PATH' })
  })

  it('is one for ids that are the same in the store, and leads to these alone', () => {
    const pair = fc.tuple(arbitraryId, arbitraryId)
    fc.assert(
      fc.property(pair, ([id, other]) => {
        const path = formatPathId(id)
        expect(path === formatPathId(other)).toBe(equalValues(id, other))
        if (findIdFault(id) !== undefined) return
        const found = read(path)
        expect(found).toMatchObject({ kind: 'id' })
        if (found.kind === 'id') expect(equalValues(found.id, id)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is the only one that is read: whatever else is read leads to another document', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[+-]?[0-9.e+-]{1,22}$/),
      fc.stringMatching(/^[0-9a-fA-F]{24}$/),
    )
    const type = fc.constantFrom(undefined, 'STRING', 'OID', 'NUMBER')
    fc.assert(
      fc.property(text, type, (segment, idType) => {
        const found = readPathId(segment, new URLSearchParams(idType && { id_type: idType }))
        if (found.kind !== 'id') return
        expect(decodeURIComponent(formatPathId(found.id).split('?')[0] ?? '')).toBe(segment)
        if (typeof found.id === 'string') expect(findNameFault(found.id)).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })
})
