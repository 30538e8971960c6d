import { describe, expect, it } from '@jest/globals'
import { Binary, BSONRegExp, Code, Decimal128, Double, Long, MaxKey, ObjectId, Timestamp, UUID } from 'bson'
import { parseDocumentJson } from './parse-document.ts'

const read = (text: string) => {
  const parsed = parseDocumentJson(text)
  return parsed.kind === 'parsed' ? parsed.value : parsed
}

describe('reading JSON as a document', () => {
  const oid = '65a1b2c3d4e5f60718293a4b'

  it.each<[string, unknown]>([
    [`{"$oid":"${oid}"}`, new ObjectId(oid)],
    ['{"$date":1700000000123}', new Date(1_700_000_000_123)],
    ['{"$date":"2023-11-14T22:13:20.123Z"}', new Date(1_700_000_000_123)],
    ['{"$date":"2023-11-14T23:13:20.123+0100"}', new Date(1_700_000_000_123)],
    ['{"$date":"2023-11-14"}', new Date(Date.UTC(2023, 10, 14))],
    ['{"$date":{"$numberLong":"1700000000123"}}', new Date(1_700_000_000_123)],
    ['{"$numberLong":"9223372036854775807"}', Long.MAX_VALUE],
    ['{"$numberLong":"-1"}', Long.fromInt(-1)],
    ['{"$numberLong":5}', Long.fromInt(5)],
    ['{"$numberInt":"-7"}', -7],
    ['{"$numberDouble":"5"}', new Double(5)],
    ['{"$numberDouble":"-Infinity"}', new Double(Number.NEGATIVE_INFINITY)],
    ['{"$numberDecimal":"1.10"}', Decimal128.fromString('1.10')],
    ['{"$binary":{"base64":"AQI=","subType":"00"}}', new Binary(new Uint8Array([1, 2]), 0)],
    ['{"$binary":"AQI=","$type":"0"}', new Binary(new Uint8Array([1, 2]), 0)],
    ['{"$type":"80","$binary":"AQI="}', new Binary(new Uint8Array([1, 2]), 0x80)],
    ['{"$timestamp":{"t":4294967295,"i":1}}', new Timestamp({ t: 4_294_967_295, i: 1 })],
    ['{"$regex":"^a","$options":"mi"}', new BSONRegExp('^a', 'im')],
    ['{"$regularExpression":{"pattern":"^a","options":""}}', new BSONRegExp('^a', '')],
    ['{"$code":"f()","$scope":{"n":{"$numberLong":"1"}}}', new Code('f()', { n: Long.fromInt(1) })],
    ['{"$maxKey":1}', new MaxKey()],
    ['{"$undefined":true}', null],
    ['{"$dbPointer":{"$ref":"c","$id":1}}', { $ref: 'c', $id: 1 }],
  ])('reads %s', (text, value) => {
    expect(read(text)).toEqual(value)
    expect(read(`{"a":[{"b":${text}}]}`)).toEqual({ a: [{ b: value }] })
  })

  it('reads a UUID', () => {
    expect(read('{"$uuid":"c8edabc3-f738-4ca3-b68d-ab92a91478a3"}')).toEqual(
      new UUID('c8edabc3-f738-4ca3-b68d-ab92a91478a3'),
    )
  })

  it('leaves query operators and other objects with a dollar sign as they are', () => {
    for (const text of [
      '{"$regex":"^a"}',
      '{"$gt":5}',
      '{"$oid":"x","more":1}',
      '{"$regex":{"$arg":"p"},"$options":"i"}',
    ]) {
      expect(read(text)).toEqual(JSON.parse(text))
    }
  })

  it('keeps every digit and the type of plain numbers', () => {
    expect(read('9007199254740993')).toEqual(Long.fromString('9007199254740993'))
    expect(read('3000000000')).toEqual(Long.fromString('3000000000'))
    expect(read('2147483647')).toBe(2_147_483_647)
    expect(read('[5.0, 5, 1e2, 0.5, -0.0]')).toEqual([new Double(5), 5, new Double(100), 0.5, new Double(-0)])
    expect(read('{"text":"12345678901234567890 5.0"}')).toEqual({ text: '12345678901234567890 5.0' })
  })

  it('refuses what would lose digits, and says what to send', () => {
    expect(read('{"n":92233720368547758080}')).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: expect.stringContaining('{"$numberDecimal": "92233720368547758080"}'),
    })
    expect(read('{"n":{"$numberDecimal":"12345678901234567890123456789012345"}}')).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(read('{"n":1e999}')).toMatchObject({ errors: [{ path: 'n' }] })
  })

  it('names the field whose value has the form of a type and is none', () => {
    expect(read('{"a":[{"owner":{"$oid":"nobody"}}]}')).toMatchObject({
      code: 'VALIDATION_FAILED',
      detail: 'a.0.owner: $oid takes 24 hexadecimal digits.',
      errors: [{ path: 'a.0.owner' }],
    })
    for (const text of ['{"$date":"yesterday"}', '{"$date":1e20}', '{"$numberLong":"9223372036854775808"}']) {
      expect(read(`{"x":${text}}`)).toMatchObject({ errors: [{ path: 'x' }] })
    }
  })

  it('refuses names that JavaScript or the BSON library would take for something else', () => {
    expect(read('{"a":{"__proto__":{"admin":true}}}')).toMatchObject({ errors: [{ path: 'a.__proto__' }] })
    expect(read('{"_bsontype":"ObjectId"}')).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(read('{"a\\u0000b":1}')).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('refuses what is nested too deep, however deep it is', () => {
    for (const depth of [101, 5_000]) {
      expect(read(`${'['.repeat(depth)}1.5${']'.repeat(depth)}`)).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
    expect(read(`${'['.repeat(100)}1${']'.repeat(100)}`)).toBeInstanceOf(Array)
  })

  it('says at which line and column a text stops being JSON', () => {
    expect(read('{"a": 1,\n "b": tru}')).toMatchObject({
      code: 'MALFORMED_JSON',
      errors: [{ line: 2, column: 10 }],
    })
    expect(read('{"a": 1')).toMatchObject({ errors: [{ line: 1, column: 8 }] })
    expect(read('  ')).toMatchObject({ code: 'MALFORMED_JSON', detail: expect.stringContaining('nothing here') })
    expect(parseDocumentJson(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      code: 'MALFORMED_JSON',
      detail: expect.stringContaining('UTF-8'),
    })
  })

  it('refuses text that no store can keep, in whatever form it comes', () => {
    for (const text of [
      '"\\ud800"',
      '{"$symbol":"\\ud800"}',
      '{"$code":"\\udc00x"}',
      '{"$regex":"\\ud83d","$options":""}',
    ]) {
      expect(read(`{"a":[${text}]}`)).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
    expect(read('{"a":{"b":"\\ud800"}}')).toMatchObject({ errors: [{ path: 'a.b' }] })
    expect(read('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' })
  })
})
