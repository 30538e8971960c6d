import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { doubleAt, int32At, longAt } from './bson-numbers.ts'

const BYTES = 8
const places = fc.nat({ max: 5 })

/** These bytes somewhere in others. */
const placed = (at: number, write: (bytes: Buffer) => void): Buffer => {
  const value = Buffer.alloc(BYTES)
  write(value)
  return Buffer.concat([Buffer.alloc(at, 0xff), value, Buffer.alloc(3, 0xff)])
}

describe('a number in BSON', () => {
  it('of 32 bits is what Buffer reads', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        places,
        (value, at) =>
          int32At(
            placed(at, bytes => bytes.writeInt32LE(value)),
            at,
          ) === value,
      ),
    )
  })

  it('of 64 bits is a number while that is exact', () => {
    const edges = fc.constantFrom(
      2n ** 53n,
      2n ** 53n - 1n,
      -(2n ** 53n),
      1n - 2n ** 53n,
      -1n,
      0n,
      2n ** 63n - 1n,
      -(2n ** 63n),
    )
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), edges), places, (value, at) => {
        const read = longAt(
          placed(at, bytes => bytes.writeBigInt64LE(value)),
          at,
        )
        expect(read).toBe(Number.isSafeInteger(Number(value)) ? Number(value) : value)
      }),
    )
  })

  it('of any kind is the same double, -0 and what is no number too', () => {
    fc.assert(
      fc.property(fc.double(), places, (value, at) =>
        Object.is(
          doubleAt(
            placed(at, bytes => bytes.writeDoubleLE(value)),
            at,
          ),
          value,
        ),
      ),
    )
  })

  it('has zeros where there are no bytes', () => {
    expect([int32At(Buffer.from([1]), 0), int32At(Buffer.alloc(0), 4), doubleAt(Buffer.alloc(4), 0)]).toEqual([1, 0, 0])
  })
})
