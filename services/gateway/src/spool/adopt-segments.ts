import { readFileSync } from 'node:fs'
import { frameId } from '../domain/event-frame.ts'
import { decodeRecords, type PlacedRecord } from '../domain/spool-codec.ts'
import { readPlace } from './place-codec.ts'
import type { Place, Segment } from './segment-files.ts'

/** What an earlier process left: where shipping goes on, and the writes that began and whose end is not known. */
export type Adoption = { place: Place; unfinished: ReadonlyMap<string, Buffer> }

/** Looks through the segments of a dead process. Damage is passed over here; shipping sets it aside. */
export function adoptSegments(segments: readonly Segment[]): Adoption {
  const unfinished = new Map<string, Buffer>()
  const ended = new Set<string>()
  let place: Place = { segment: segments[0]?.number ?? 0, offset: 0 }
  for (const segment of segments) {
    for (const record of decodeRecords(readFileSync(segment.path), true).records) {
      place = note(record, { unfinished, ended }) ?? place
    }
  }
  return { place, unfinished }
}

type Notes = { unfinished: Map<string, Buffer>; ended: Set<string> }

function note({ kind, payload }: PlacedRecord, { unfinished, ended }: Notes): Place | undefined {
  if (kind === 'shipped') return readPlace(payload)
  const id = frameId(payload)
  if (kind === 'started') {
    if (!ended.has(id)) unfinished.set(id, Buffer.from(payload))
    return undefined
  }
  // A started frame may be written again behind the end of its request.
  ended.add(id)
  unfinished.delete(id)
  return undefined
}
