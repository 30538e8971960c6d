import { describe, expect, it } from '@jest/globals'
import { Double, Int32, Long, ObjectId, serialize } from 'bson'
import fc from 'fast-check'
import { byteKeyOf } from './byte-keys.ts'
import { findJoinValue, NO_VALUE, noteJoinValue, openJoinValues } from './join-values.ts'
import { NotFlatError } from './not-flat.ts'
import type { StoredValue } from './walk-document.ts'

/** A value as the only field of a document, behind so many other bytes. */
function store(value: unknown, before = 0): { bytes: Buffer; stored: StoredValue } {
  const bytes = Buffer.concat([Buffer.alloc(before, 0x61), Buffer.from(serialize({ v: value }))])
  return { bytes, stored: { type: bytes[before + 4] ?? 0, at: before + 7 } }
}

const note = (known: ReturnType<typeof openJoinValues>, value: unknown, before?: number): number => {
  const { bytes, stored } = store(value, before)
  return noteJoinValue(known, bytes, stored)
}

/** What MongoDB takes for one value, as a text. */
function equalityOf(value: unknown): string {
  if (value instanceof ObjectId) return `id ${value.toHexString()}`
  if (value instanceof Int32 || value instanceof Double) return `number ${value.value + 0}`
  return value instanceof Long ? `number ${value.toNumber()}` : `${typeof value} ${value}`
}

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '\u0000'), maxLength: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a'.repeat(12), 'a'.repeat(300), `${'a'.repeat(299)}b`),
)
const few = fc.integer({ min: -3, max: 3 })
const joinValues = fc.oneof(
  texts,
  fc.boolean(),
  fc.constantFrom(new ObjectId(Buffer.alloc(12, 0x61)), new ObjectId(Buffer.alloc(12, 0x62)), new Double(-0)),
  fc.oneof(few, fc.integer()).map(value => new Int32(value)),
  fc.oneof(few, fc.double({ noNaN: true, noDefaultInfinity: true })).map(value => new Double(value)),
  fc.oneof(few, fc.maxSafeInteger()).map(value => Long.fromNumber(value)),
)

describe('values that a join is about', () => {
  it('have one number exactly when they are equal, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(joinValues, fc.nat({ max: 9 })), { maxLength: 200 }), given => {
        const known = openJoinValues()
        const numbers = new Map<string, number>()
        for (const [value, before] of given) {
          const equality = equalityOf(value)
          const { bytes, stored } = store(value, before)
          expect(findJoinValue(known, bytes, stored)).toBe(numbers.get(equality) ?? NO_VALUE)
          const number = noteJoinValue(known, bytes, stored)
          numbers.set(equality, numbers.get(equality) ?? numbers.size)
          expect(number).toBe(numbers.get(equality))
        }
        expect(known.values.map(equalityOf)).toEqual([...numbers.keys()].map(String))
      }),
    )
  })

  it('keep their numbers while they become many', () => {
    const known = openJoinValues()
    const many = Array.from({ length: 5_000 }, (_, at) => (at % 2 === 0 ? `customer ${at}` : idOf(at)))
    expect(many.map(value => note(known, value))).toEqual(many.map((_, at) => at))
    expect(many.map(value => note(known, value, 3))).toEqual(many.map((_, at) => at))
    expect(known.values).toHaveLength(5_000)
  })

  it('are told apart where they share a hash', () => {
    const known = openJoinValues()
    expect(new Set(COLLISIONS.map(hashOf)).size).toBe(COLLISIONS.length / 2)
    expect(COLLISIONS.map(value => note(known, value))).toEqual(COLLISIONS.map((_, at) => at))
    expect(COLLISIONS.map(value => note(known, value))).toEqual(COLLISIONS.map((_, at) => at))
  })

  it('leave the flat way where somebody has made them for their hashes', () => {
    const known = openJoinValues()
    const alike = crowd(200)
    expect(alike.slice(0, 100).map(value => note(known, value))).toEqual(alike.slice(0, 100).map((_, at) => at))
    expect(() => alike.map(value => note(known, value))).toThrow(NotFlatError)
  })

  it('leave the flat way where they are of a rare type', () => {
    const rare = [null, { a: 1 }, [1], new Date(0), new Double(Number.NaN), new Double(Infinity), Long.MAX_VALUE]
    for (const value of rare) expect(() => note(openJoinValues(), value)).toThrow(NotFlatError)
  })
})

const idOf = (at: number) => new ObjectId(at.toString(16).padStart(24, '0'))

function hashOf(text: string): number {
  const bytes = Buffer.from(text)
  return byteKeyOf(2, bytes, { start: 0, end: bytes.length }).hash
}

/** Each two have one hash. */
const COLLISIONS = ['afmoa8', '-rby6lz', 'ty5ljz', 'rsmc0s', 'q4t805', '2j8win']

/** Texts that belong to one place while there are not more than 512. */
function crowd(count: number): string[] {
  const found: string[] = []
  for (let at = 0; found.length < count; at += 1) {
    const text = at.toString(36)
    if (((hashOf(text) >>> 8) & 0x1ff) === 0) found.push(text)
  }
  return found
}
