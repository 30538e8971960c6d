import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { encodeRecord } from '../testing/spool-frames.ts'
import { decodeRecords, endOfSegment, SEAL_BYTES, type SpoolKind, type SpoolSeal, sealOf } from './spool-codec.ts'

type WrittenRecord = { kind: SpoolKind; payload: Buffer }

const empty: WrittenRecord = { kind: 'event', payload: Buffer.alloc(0) }
const kind = fc.constantFrom<SpoolKind>('event', 'started', 'shipped')
const payload = fc.uint8Array({ maxLength: 120 }).map(bytes => Buffer.from(bytes))
const records = fc.array(fc.record({ kind, payload }), { minLength: 1, maxLength: 8 })
/** Lives of one file, the last of which is the one that is read. */
const lives = fc.tuple(fc.array(records, { maxLength: 3 }), records, fc.nat())

function sealNumber(seed: number): SpoolSeal {
  return sealOf(createHash('sha256').update(String(seed)).digest().subarray(0, SEAL_BYTES))
}

const join = (list: readonly WrittenRecord[], seal: SpoolSeal): Buffer =>
  Buffer.concat(list.map(one => encodeRecord({ kind: one.kind, parts: [one.payload] }, seal)))

/** What stands in a file when bytes are written over its beginning. */
function over(file: Buffer, bytes: Buffer): Buffer {
  const longer = Buffer.alloc(Math.max(file.length, bytes.length))
  file.copy(longer)
  bytes.copy(longer)
  return longer
}

/** How far the bytes stand in a file: what was there before may go on as they do, most of all lengths of 0. */
function sharedBeginning(file: Buffer, bytes: Buffer): number {
  const other = bytes.findIndex((byte, at) => byte !== file[at])
  return other === -1 ? bytes.length : other
}

const plain = (list: readonly WrittenRecord[]) => list.map(one => `${one.kind}:${one.payload.toString('hex')}`)

function readAs(file: Buffer, seal: SpoolSeal) {
  const whole = decodeRecords(file, seal, true).records
  const end = endOfSegment(file, seal, whole.at(-1)?.end ?? 0)
  return { end, ...decodeRecords(file.subarray(0, end), seal, true) }
}

/** The file as it was before, and the bytes and the seal of its last life. */
function fileOf(before: readonly (readonly WrittenRecord[])[], last: readonly WrittenRecord[], seed: number) {
  const seal = sealNumber(seed)
  const file = before.reduce<Buffer>(
    (left, list, at) => over(left, join(list, sealNumber(seed + at + 1))),
    Buffer.alloc(0),
  )
  return { seal, file, bytes: join(last, seal) }
}

describe('a segment in a file that was used before', () => {
  it('ends behind its last record, whatever stands behind that, and none of it is damaged', () => {
    fc.assert(
      fc.property(lives, ([before, last, seed]) => {
        const { seal, file, bytes } = fileOf(before, last, seed)
        const read = readAs(over(file, bytes), seal)
        expect([plain(read.records), read.damages, read.end]).toEqual([plain(last), [], bytes.length])
      }),
    )
  })

  it('ends in a write that was torn over an old record: what is whole is read, the torn one is damaged at most', () => {
    fc.assert(
      fc.property(lives, fc.nat(), ([before, last, seed], cut) => {
        const { seal, file, bytes } = fileOf(before, last, seed)
        const left = over(file, bytes.subarray(0, cut % bytes.length))
        const torn = sharedBeginning(left, bytes)
        const wholeOnes = decodeRecords(bytes.subarray(0, torn), seal, true).records
        const read = readAs(left, seal)
        expect(plain(read.records)).toEqual(plain(wholeOnes))
        expect(read.damages.length).toBeLessThanOrEqual(torn === (wholeOnes.at(-1)?.end ?? 0) ? 0 : 1)
      }),
      { examples: [[[[[empty]], [empty], 0], 9]] },
    )
  })

  it('loses but the record in which a bit is flipped, which is damaged, also where it is the last one', () => {
    fc.assert(
      fc.property(lives, fc.nat(), fc.integer({ min: 0, max: 7 }), ([before, last, seed], where, bit) => {
        const { seal, file, bytes } = fileOf(before, last, seed)
        const at = where % bytes.length
        const hit = decodeRecords(bytes, seal, true).records.findIndex(one => at >= one.start && at < one.end)
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
        const read = readAs(over(file, bytes), seal)
        expect(plain(read.records)).toEqual(plain(last.filter((_, index) => index !== hit)))
        expect(read.damages).toHaveLength(1)
      }),
    )
  })

  it('is read by a version that takes files for as long as they are: it counts what is behind as damaged, once', () => {
    fc.assert(
      fc.property(lives, ([before, last, seed]) => {
        const { seal, file, bytes } = fileOf(before, last, seed)
        const { records: found, damages } = decodeRecords(over(file, bytes), seal, true)
        expect(plain(found)).toEqual(plain(last))
        expect(damages).toHaveLength(file.length > bytes.length ? 1 : 0)
      }),
    )
  })
})
