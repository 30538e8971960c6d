import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { partitionKeyOf } from './partition-key.ts'

const SEGMENT = 1_000_000_001
const BLOCK = 64 * 1024
const AT = 1_700_000_000_000

const idAt = (msecs: number) => v7({ msecs })
const keyAt = (offset: number, msecs = AT, segment = SEGMENT) => partitionKeyOf(idAt(msecs), { segment, offset })

describe('the partition key of an event', () => {
  it('is that of its neighbours: in one block of one file, arrived in one second', () => {
    const neighbour = fc.record({ offset: fc.nat({ max: BLOCK - 1 }), msecs: fc.nat({ max: 999 }) })
    fc.assert(
      fc.property(fc.nat({ max: 31 }), fc.array(neighbour, { minLength: 2 }), (block, neighbours) => {
        const keys = neighbours.map(({ offset, msecs }) => keyAt(block * BLOCK + offset, AT + msecs))
        expect(new Set(keys).size).toBe(1)
      }),
    )
  })

  it('is another one in the next block, in another file, and in the next second', () => {
    const keys = [keyAt(0), keyAt(BLOCK), keyAt(0, AT, SEGMENT + 1), keyAt(0, AT + 1_000)]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
