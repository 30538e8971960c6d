import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { encodeRecord } from '../testing/spool-frames.ts'
import { decodeRecords, FIRST_SEAL, SEAL_BYTES, type SpoolKind, type SpoolSeal, sealOf } from './spool-codec.ts'

type WrittenRecord = { kind: SpoolKind; payload: Buffer }

/** The two records that a gap lies between, and how far into each. */
const gap = fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 40 }))
/** Seals are as random as those of files: small numbers, which are tried first, would be marks of zeros. */
const seal = fc.nat().map(number => {
  const bytes = createHash('sha256').update(String(number)).digest()
  return sealOf(bytes.subarray(0, SEAL_BYTES))
})
const kind = fc.constantFrom<SpoolKind>('event', 'started', 'shipped')
const plainBytes = fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes))
const recordOf = (payload: fc.Arbitrary<Buffer>): fc.Arbitrary<WrittenRecord> => fc.record({ kind, payload })
const records = fc.array(recordOf(plainBytes), { minLength: 1, maxLength: 12 })

function join(list: readonly WrittenRecord[], of: SpoolSeal): Buffer {
  return Buffer.concat(list.map(({ kind, payload }) => encodeRecord({ kind, parts: [payload] }, of)))
}

/** What a sender may put into a body who knows all of the format, and has seen other files: whole records, cut ones, noise. */
const forgedBytes = fc
  .tuple(records, fc.oneof(fc.constant(FIRST_SEAL), seal), fc.nat({ max: 20 }), plainBytes)
  .map(([list, of, cut, noise]) => Buffer.concat([noise, join(list, of).subarray(cut)]))
const forgedRecords = fc.array(recordOf(fc.oneof(forgedBytes, plainBytes)), { minLength: 1, maxLength: 6 })

const oneBit = fc.record({ where: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) })
const stretch = fc.record({ where: fc.nat(), missing: fc.nat({ max: 300 }) })
/** Two seals that are drawn here may be the same, as small numbers come up often. */
const isUnknown = ({ mark }: SpoolSeal, list: readonly WrittenRecord[]) =>
  list.every(({ payload }) => !payload.includes(mark))

const plain = (list: readonly WrittenRecord[]) => list.map(item => `${item.kind}:${item.payload.toString('hex')}`)

describe.each([
  ['of the first format', fc.constant(FIRST_SEAL)],
  ['of a file with a seal of its own', seal],
])('records of the spool %s', (_, seals) => {
  it('come out as they went in', () => {
    fc.assert(
      fc.property(records, seals, (list, of) => {
        const decoded = decodeRecords(join(list, of), of, true)
        expect(plain(decoded.records)).toEqual(plain(list))
        expect(decoded.damages).toEqual([])
      }),
    )
  })

  it('are read in two goes as in one, wherever the first ends', () => {
    fc.assert(
      fc.property(records, seals, fc.nat(), (list, of, cut) => {
        const bytes = join(list, of)
        const first = decodeRecords(bytes.subarray(0, cut % (bytes.length + 1)), of, false)
        const second = decodeRecords(bytes.subarray(first.readTo), of, true)
        expect(plain([...first.records, ...second.records])).toEqual(plain(list))
        expect([...first.damages, ...second.damages]).toEqual([])
      }),
    )
  })

  it('lose only the last one when the end is cut off', () => {
    fc.assert(
      fc.property(records, seals, fc.integer({ min: 1, max: 12 }), (list, of, cut) => {
        const bytes = join(list, of)
        const decoded = decodeRecords(bytes.subarray(0, bytes.length - cut), of, true)
        expect(plain(decoded.records)).toEqual(plain(list.slice(0, -1)))
        expect(decoded.damages).toHaveLength(1)
      }),
    )
  })

  it('lose only the damaged one when a bit is flipped', () => {
    fc.assert(
      fc.property(records, seals, oneBit, (list, of, place) => {
        const { hit, bytes } = flip(list, of, place)
        const decoded = decodeRecords(bytes, of, true)
        expect(plain(decoded.records)).toEqual(plain(list.filter((_, index) => index !== hit)))
        expect(decoded.damages).toHaveLength(1)
      }),
    )
  })

  it('are not invented out of random bytes, and those never crash the reader', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), seals, fc.boolean(), (bytes, of, isWhole) => {
        const decoded = decodeRecords(Buffer.from(bytes), of, isWhole)
        expect(decoded.records).toEqual([])
        expect(decoded.readTo).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

describe('a body that holds records itself', () => {
  it('is never read as those, wherever a bit is flipped: all that was written before and behind is', () => {
    fc.assert(
      fc.property(forgedRecords, seal, oneBit, (list, of, place) => {
        fc.pre(isUnknown(of, list))
        const { hit, bytes } = flip(list, of, place)
        const decoded = decodeRecords(bytes, of, true)
        expect(plain(decoded.records)).toEqual(plain(list.filter((_, index) => index !== hit)))
      }),
    )
  })

  it('is never read as those, wherever the file is cut or something is missing in its middle', () => {
    fc.assert(
      fc.property(forgedRecords, seal, stretch, (list, of, { where, missing }) => {
        fc.pre(isUnknown(of, list))
        const { length } = join(list, of)
        const from = where % length
        const { decoded, left } = cutOut(list, of, [from, from + 1 + missing])
        expect(decoded).toEqual(left)
      }),
    )
  })

  it('is never read as those when all from the middle of one record to the same place of another is missing', () => {
    fc.assert(
      fc.property(forgedRecords, seal, gap, (list, of, [one, other, offset]) => {
        fc.pre(isUnknown(of, list))
        const starts = decodeRecords(join(list, of), of, true).records.map(({ start }) => start)
        const places = [one, other].map(number => starts[number % starts.length] ?? 0).sort((a, b) => a - b)
        const [from = 0, to = 0] = places.map(start => start + offset)
        fc.pre(from < to)
        const { decoded, left } = cutOut(list, of, [from, to])
        expect(decoded).toEqual(left)
      }),
    )
  })
})

/**
 * What is read when the bytes between two places are missing, and what should be: the records that were not touched,
 * and the first or last touched one where what is left of both is, byte for byte, that record: all headers of a file
 * begin alike, so a stretch from one header to the same place of another takes only the first of them.
 */
function cutOut(list: readonly WrittenRecord[], of: SpoolSeal, [from, to]: readonly [number, number]) {
  const bytes = join(list, of)
  const places = decodeRecords(bytes, of, true).records
  const written = plain(list)
  const before = written.filter((_, index) => (places[index]?.end ?? 0) <= from)
  const behind = written.filter((_, index) => (places[index]?.start ?? 0) >= to)
  const first = before.length
  const last = written.length - behind.length - 1
  const bytesOf = (index: number) => bytes.subarray(places[index]?.start, places[index]?.end)
  const rest = Buffer.concat([
    bytes.subarray(places[first]?.start ?? from, from),
    bytes.subarray(to, places[last]?.end),
  ])
  const isFirst = first < last && rest.subarray(0, bytesOf(first).length).equals(bytesOf(first))
  const isLast = first < last && rest.subarray(-bytesOf(last).length).equals(bytesOf(last))
  const survivors = isFirst ? [first] : isLast ? [last] : []
  const left = [...before, ...survivors.map(index => written[index]), ...behind]
  const cut = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  return { decoded: plain(decodeRecords(cut, of, true).records), left }
}

function flip(list: readonly WrittenRecord[], of: SpoolSeal, { where, bit }: { where: number; bit: number }) {
  const bytes = join(list, of)
  const at = where % bytes.length
  const hit = decodeRecords(join(list, of), of, true).records.findIndex(item => at >= item.start && at < item.end)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  return { hit, bytes }
}
