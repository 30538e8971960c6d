import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodeRecords, encodeHeader, type SpoolKind } from './spool-codec.ts'

const kind = fc.constantFrom<SpoolKind>('event', 'event-again', 'started', 'shipped')
const record = fc.record({ kind, payload: fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)) })
const records = fc.array(record, { minLength: 1, maxLength: 12 })
const join = (list: readonly { kind: SpoolKind; payload: Buffer }[]) =>
  Buffer.concat(
    list.flatMap(({ kind, payload }) => {
      const parts = [payload.subarray(0, payload.length / 2), payload.subarray(payload.length / 2)]
      return [encodeHeader({ kind, parts }), ...parts]
    }),
  )
const plain = (list: readonly { kind: SpoolKind; payload: Buffer }[]) =>
  list.map(item => `${item.kind}:${item.payload.toString('hex')}`)

describe('records of the spool', () => {
  it('come out as they went in', () => {
    fc.assert(
      fc.property(records, list => {
        const decoded = decodeRecords(join(list), true)
        expect(plain(decoded.records)).toEqual(plain(list))
        expect(decoded.damages).toEqual([])
      }),
    )
  })

  it('are read in two goes as in one, wherever the first ends', () => {
    fc.assert(
      fc.property(records, fc.nat(), (list, cut) => {
        const bytes = join(list)
        const first = decodeRecords(bytes.subarray(0, cut % (bytes.length + 1)), false)
        const second = decodeRecords(bytes.subarray(first.readTo), true)
        expect(plain([...first.records, ...second.records])).toEqual(plain(list))
        expect([...first.damages, ...second.damages]).toEqual([])
      }),
    )
  })

  it('lose only the last one when the end is cut off', () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 12 }), (list, cut) => {
        const bytes = join(list)
        const decoded = decodeRecords(bytes.subarray(0, bytes.length - cut), true)
        expect(plain(decoded.records)).toEqual(plain(list.slice(0, -1)))
        expect(decoded.damages).toHaveLength(1)
      }),
    )
  })

  it('lose only the damaged one when a bit is flipped', () => {
    fc.assert(
      fc.property(records, fc.nat(), fc.integer({ min: 0, max: 7 }), (list, where, bit) => {
        const bytes = join(list)
        const at = where % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        const hit = decodeRecords(join(list), true).records.findIndex(item => at >= item.start && at < item.end)
        const decoded = decodeRecords(bytes, true)
        expect(plain(decoded.records)).toEqual(plain(list.filter((_, index) => index !== hit)))
        expect(decoded.damages).toHaveLength(1)
      }),
    )
  })

  it('are not invented out of random bytes, and those never crash the reader', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (bytes, isWhole) => {
        const decoded = decodeRecords(Buffer.from(bytes), isWhole)
        expect(decoded.records).toEqual([])
        expect(decoded.readTo).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})
