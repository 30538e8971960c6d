import { describe, expect, it } from '@jest/globals'
import { Binary, Decimal128, Double, deserialize, EJSON, Int32, Long, ObjectId, serialize, Timestamp } from 'bson'
import fc from 'fast-check'
import { arbitraryDocument } from '../testing/arbitrary-document.ts'
import { formatDocument, type JsonMode } from './format-document.ts'
import { parseDocumentJson } from './parse-document.ts'

const oid = new ObjectId('65a1b2c3d4e5f60718293a4b')

const reread = (text: string) => {
  const parsed = parseDocumentJson(text)
  if (parsed.kind !== 'parsed') throw new TypeError(parsed.detail)
  return parsed.value as object
}

describe('writing a document as JSON', () => {
  it.each<[unknown, Record<JsonMode, string>]>([
    [
      oid,
      {
        standard: '{"$oid":"65a1b2c3d4e5f60718293a4b"}',
        canonical: '{"$oid":"65a1b2c3d4e5f60718293a4b"}',
        relaxed: '{"$oid":"65a1b2c3d4e5f60718293a4b"}',
        shell: 'ObjectId("65a1b2c3d4e5f60718293a4b")',
      },
    ],
    [
      new Date(1_700_000_000_123),
      {
        standard: '{"$date":1700000000123}',
        canonical: '{"$date":{"$numberLong":"1700000000123"}}',
        relaxed: '{"$date":"2023-11-14T22:13:20.123Z"}',
        shell: 'ISODate("2023-11-14T22:13:20.123Z")',
      },
    ],
    [
      new Date(-1),
      {
        standard: '{"$date":-1}',
        canonical: '{"$date":{"$numberLong":"-1"}}',
        relaxed: '{"$date":{"$numberLong":"-1"}}',
        shell: 'ISODate("1969-12-31T23:59:59.999Z")',
      },
    ],
    [
      Long.fromString('9007199254740991'),
      {
        standard: '9007199254740991',
        canonical: '{"$numberLong":"9007199254740991"}',
        relaxed: '9007199254740991',
        shell: 'NumberLong("9007199254740991")',
      },
    ],
    [
      Long.fromString('9007199254740993'),
      {
        standard: '{"$numberLong":"9007199254740993"}',
        canonical: '{"$numberLong":"9007199254740993"}',
        relaxed: '9007199254740993',
        shell: 'NumberLong("9007199254740993")',
      },
    ],
    [new Int32(5), { standard: '5', canonical: '{"$numberInt":"5"}', relaxed: '5', shell: '5' }],
    [new Double(5), { standard: '5', canonical: '{"$numberDouble":"5.0"}', relaxed: '5', shell: '5' }],
    [
      new Double(Number.NaN),
      {
        standard: '{"$numberDouble":"NaN"}',
        canonical: '{"$numberDouble":"NaN"}',
        relaxed: '{"$numberDouble":"NaN"}',
        shell: 'NaN',
      },
    ],
    [-0, { standard: '-0.0', canonical: '{"$numberDouble":"-0.0"}', relaxed: '-0.0', shell: '-0.0' }],
    [
      Decimal128.fromString('1.10'),
      {
        standard: '{"$numberDecimal":"1.10"}',
        canonical: '{"$numberDecimal":"1.10"}',
        relaxed: '{"$numberDecimal":"1.10"}',
        shell: 'NumberDecimal("1.10")',
      },
    ],
    [
      new Timestamp({ t: 7, i: 1 }),
      {
        standard: '{"$timestamp":{"t":7,"i":1}}',
        canonical: '{"$timestamp":{"t":7,"i":1}}',
        relaxed: '{"$timestamp":{"t":7,"i":1}}',
        shell: 'Timestamp(7, 1)',
      },
    ],
    [
      new Binary(new Uint8Array([1]), 0),
      {
        standard: '{"$binary":{"base64":"AQ==","subType":"00"}}',
        canonical: '{"$binary":{"base64":"AQ==","subType":"00"}}',
        relaxed: '{"$binary":{"base64":"AQ==","subType":"00"}}',
        shell: 'BinData(0, "AQ==")',
      },
    ],
    [
      { a: [null, true, 'x\n'] },
      {
        standard: '{"a":[null,true,"x\\n"]}',
        canonical: '{"a":[null,true,"x\\n"]}',
        relaxed: '{"a":[null,true,"x\\n"]}',
        shell: '{"a":[null,true,"x\\n"]}',
      },
    ],
  ])('writes %p in every mode', (value, expected) => {
    for (const mode of ['standard', 'canonical', 'relaxed', 'shell'] as const) {
      expect(formatDocument(value, mode)).toBe(expected[mode])
    }
  })

  it('writes a reference as the document that it is stored as', () => {
    const stored = deserialize(serialize({ ref: { $ref: 'cities', $id: oid } }))
    expect(formatDocument(stored)).toBe('{"ref":{"$ref":"cities","$id":{"$oid":"65a1b2c3d4e5f60718293a4b"}}}')
  })

  it('is not misled by a field called _bsontype', () => {
    expect(formatDocument({ _bsontype: 'ObjectId', id: 1 })).toBe('{"_bsontype":"ObjectId","id":1}')
  })

  it('keeps every byte of a document through the canonical mode and back', () => {
    fc.assert(
      fc.property(arbitraryDocument, value => {
        const bytes = serialize(value)
        const stored = deserialize(bytes, { promoteValues: false, bsonRegExp: true })
        expect(Buffer.from(serialize(reread(formatDocument(stored, 'canonical'))))).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 500 },
    )
  })

  it('means the same to MongoDB’s own reader in the canonical and the relaxed mode', () => {
    fc.assert(
      fc.property(arbitraryDocument, value => {
        const stored = deserialize(serialize(value), { promoteValues: false, bsonRegExp: true })
        const canonical = EJSON.parse(formatDocument(stored, 'canonical'), { relaxed: false })
        expect(Buffer.from(serialize(canonical))).toEqual(Buffer.from(serialize(value)))
      }),
    )
  })

  it('loses no digit in the standard and the relaxed mode', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.double({ noNaN: true }), (whole, real) => {
        for (const mode of ['standard', 'relaxed'] as const) {
          const text = formatDocument({ whole: Long.fromBigInt(whole), real: new Double(real) }, mode)
          const { whole: long, real: double } = reread(text) as { whole: Long | number; real: Double | number }
          expect(BigInt(long.toString())).toBe(whole)
          expect(Number(double)).toBe(real)
        }
      }),
    )
  })
})
