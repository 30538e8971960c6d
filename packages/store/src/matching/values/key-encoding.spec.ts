import { describe, expect, it } from '@jest/globals'
import { Decimal128, Double, Long } from 'bson'
import fc from 'fast-check'
import { randomDocuments } from '../../conformance/random-cases.ts'
import { compareValues } from './compare.ts'
import { encodeKey } from './key-encoding.ts'

const number = fc.oneof(
  fc.integer(),
  fc.double().map(value => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(value => Long.fromBigInt(value)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -400, max: 400 }))
    .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
  fc.double().map(value => Decimal128.fromString(String(value))),
  fc.constantFrom(Decimal128.fromString('0.1'), new Double(0.1), Long.MAX_VALUE, Long.MIN_VALUE, new Double(2 ** 63)),
)
const scalar = fc.oneof(
  number,
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
)
const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
}))

const order = (a: unknown, b: unknown) => Buffer.compare(encodeKey([a]), encodeKey([b]))

describe('keys', () => {
  it('of numbers of all types are ordered as the numbers, and equal when they are', () => {
    fc.assert(
      fc.property(number, number, (a, b) => order(a, b) === compareValues(a, b)),
      { numRuns: 5000 },
    )
  })
  it('of all values are ordered as the values', () => {
    fc.assert(
      fc.property(value, value, (a, b) => order(a, b) === compareValues(a, b)),
      { numRuns: 5000 },
    )
  })
  it('of several values are ordered by the first that differs', () => {
    const pair = fc.tuple(scalar, scalar)
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const expected = compareValues(a[0], b[0]) || compareValues(a[1], b[1])
        return Buffer.compare(encodeKey(a), encodeKey(b)) === expected
      }),
    )
  })
  it('are ordered as the values over every type there is', () => {
    const values = randomDocuments(3, 150).flatMap(document => Object.values(document))
    for (const a of values)
      for (const b of values) if (order(a, b) !== compareValues(a, b)) expect([a, b]).toEqual('ordered')
  })
})

describe('the order of values', () => {
  it('is the same from both sides, and carries over a third', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(compareValues(a, b)).toBe(-compareValues(b, a) + 0)
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })
})
