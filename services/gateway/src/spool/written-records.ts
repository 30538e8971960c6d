import { type PlacedRecord, RECORD_HEADER_BYTES, type RecordPlace, type SpoolKind } from '../domain/spool-codec.ts'
import { isBefore, type Segment, type SpoolPosition } from './segment-files.ts'

/** Records that were written and are still in memory, so that nobody has to read them back in order to send them. */
export type WrittenRecords = {
  /** @param start where the first of them stands in the segment */
  add(segment: Segment, start: number, records: readonly FramedRecord[]): void
  /** The records from a place on, as long as each follows the one before. @returns none when the first is not here */
  from(place: SpoolPosition, mostBytes: number): readonly PlacedRecord[]
  /** What stands before a place is done with. @returns the block of the first record that is still kept */
  dropBefore(place: SpoolPosition): Buffer | undefined
  clear(): void
}

type FramedRecord = { kind: SpoolKind; place: RecordPlace; isNew?: boolean | undefined }
/** `start`: where it stands in the segment. */
type KeptRecord = FramedRecord & { segment: number; start: number; bytes: number }

const toPlaced = ({
  kind,
  place: { block, start, end },
  isNew = false,
  start: at,
  bytes,
}: KeptRecord): PlacedRecord => ({
  kind,
  isNew,
  payload: block.subarray(start + RECORD_HEADER_BYTES, end),
  start: at,
  end: at + bytes,
})

/** More than that is read from the files, when its turn comes. */
const MOST_BYTES = 4 * 1024 * 1024

export function createWrittenRecords(): WrittenRecords {
  let kept: KeptRecord[] = []
  let first = 0
  let bytes = 0

  function dropFirst(): void {
    const oldest = kept[first]
    if (oldest) bytes -= oldest.bytes
    first += 1
    if (first * 2 < kept.length) return
    kept = kept.slice(first)
    first = 0
  }

  return {
    add(segment, start, records) {
      let at = start
      for (const { kind, place, isNew } of records) {
        const length = place.end - place.start
        kept.push({ kind, place, isNew, segment: segment.number, start: at, bytes: length })
        at += length
      }
      bytes += at - start
      while (bytes > MOST_BYTES) dropFirst()
    },
    from(place, mostBytes) {
      const records: PlacedRecord[] = []
      let end = place.offset
      for (let at = first; at < kept.length; at += 1) {
        const next = kept[at]
        if (!next || next.segment !== place.segment || next.start !== end) break
        if (records.length > 0 && end + next.bytes - place.offset > mostBytes) break
        records.push(toPlaced(next))
        end += next.bytes
      }
      return records
    },
    dropBefore(place) {
      for (let oldest = kept[first]; oldest; oldest = kept[first]) {
        if (!isBefore({ segment: oldest.segment, offset: oldest.start }, place)) return oldest.place.block
        dropFirst()
      }
      return undefined
    },
    clear() {
      kept = []
      first = 0
      bytes = 0
    },
  }
}
