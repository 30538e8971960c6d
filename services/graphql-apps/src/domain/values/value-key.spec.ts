import { describe, expect, it } from '@jest/globals'
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson'
import fc from 'fast-check'
import { matchingKeys, valueKey } from './value-key.ts'

describe('the key of a value', () => {
  it('is the same for equal numbers of all types', () => {
    const same: unknown[][] = [
      [5, new Int32(5), new Long(5), new Double(5), 5n, Decimal128.fromString('5.00'), Decimal128.fromString('0.5E1')],
      [0, -0, Decimal128.fromString('-0'), Decimal128.fromString('0E+10')],
      [0.5, Decimal128.fromString('0.5')],
      [Number.NaN, Decimal128.fromString('NaN')],
      [-1200, Decimal128.fromString('-1.2E3')],
    ]
    for (const group of same) expect(new Set(group.map(valueKey)).size).toBe(1)
  })

  it('is another for values that are not equal, however they look', () => {
    const id = new ObjectId()
    const different: unknown[] = [
      5,
      '5',
      [5],
      ['5'],
      'n5e0',
      '5e0',
      true,
      'true',
      null,
      'null',
      id,
      id.toHexString(),
      new Date(5),
      {},
      [],
      { a: 1 },
      { a: '1' },
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      [[5]],
      ['a', 'b'],
      ['a,b'],
      ['a","b'],
      'Aa',
      'BB',
      0.1,
      Decimal128.fromString('0.1'),
      2 ** 53,
      Long.fromString('9007199254740993'),
      new BSONRegExp('5'),
      new Timestamp({ t: 5, i: 0 }),
      new Binary(Buffer.from('5')),
    ]
    expect(new Set(different.map(valueKey)).size).toBe(different.length)
  })

  it('is the same exactly when two values are the same, for random JSON', () => {
    const json = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(valueKey(left)).toBe(valueKey(structuredClone(left)))
        // Minus zero is zero, here and there.
        const isSame = JSON.stringify(left) === JSON.stringify(right)
        expect(valueKey(left) === valueKey(right)).toBe(isSame)
      }),
    )
  })

  it('grows with its value, however deep that is', () => {
    const nest = (open: string, close: string) => JSON.parse(`${open.repeat(150)}"\\""${close.repeat(150)}`)
    expect(valueKey(nest('[', ']')).length).toBeLessThan(2_000)
    expect(valueKey(nest('{"a":', '}')).length).toBeLessThan(2_000)
  })

  it('stands for an array and for each of its elements', () => {
    expect(matchingKeys(['a', 'b'])).toEqual([valueKey(['a', 'b']), valueKey('a'), valueKey('b')])
  })
})
