import { readFileSync } from 'node:fs'
import { frameId } from '../domain/event-frame.ts'
import { decodeRecords, endOfSegment, type PlacedRecord } from '../domain/spool-codec.ts'
import { readPlace } from './place-codec.ts'
import { FIRST_SEALED, type Segment, type SpoolPosition } from './segment-files.ts'

/**
 * Looks through the segments of a dead process, and notes in them what was sent. Damage is passed over here; shipping sets
 * it aside.
 * @returns the writes that began and whose end is not known
 */
export function adoptSegments(segments: readonly Segment[]): ReadonlyMap<string, Buffer> {
  const notes: SegmentNotes = { unfinished: new Map(), ended: new Set(), places: {} }
  for (const segment of segments) {
    const bytes = readFileSync(segment.path)
    const { records } = decodeRecords(bytes, segment.seal, true)
    segment.size = endOfSegment(bytes, segment.seal, records.at(-1)?.end ?? 0)
    for (const record of records) note(record, segment, notes)
  }
  for (const segment of segments) segment.readBytes = readBytesOf(segment, notes.places)
  return notes.unfinished
}

/**
 * Files with a seal and files of the first format may be of two processes, one of which knew nothing of the other's: a
 * place in one of them says nothing about the others.
 */
type AdoptionPlaces = { sealed?: SpoolPosition; first?: SpoolPosition }
type SegmentNotes = { unfinished: Map<string, Buffer>; ended: Set<string>; places: AdoptionPlaces }

const formatOf = (number: number): keyof AdoptionPlaces => (number < FIRST_SEALED ? 'first' : 'sealed')

function note({ kind, payload }: PlacedRecord, segment: Segment, { unfinished, ended, places }: SegmentNotes): void {
  if (kind === 'shipped') {
    const place = readPlace(payload)
    const format = formatOf(segment.number)
    if (place && formatOf(place.segment) === format) places[format] = place
    return
  }
  const id = frameId(payload)
  if (kind === 'started') {
    if (!ended.has(id)) unfinished.set(id, Buffer.from(payload))
    return
  }
  // A started frame may be written again behind the end of its request.
  ended.add(id)
  unfinished.delete(id)
}

function readBytesOf({ number, size }: Segment, places: AdoptionPlaces): number {
  const place = places[formatOf(number)]
  if (!place || number > place.segment) return 0
  return number < place.segment ? size : Math.min(place.offset, size)
}
