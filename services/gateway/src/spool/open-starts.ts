import type { Segment } from './segment-files.ts'
import type { SpoolFrame } from './spool-frame.ts'

/** A write whose end is not in the spool yet; the frame is let go of at its end, as a map keeps what it has outgrown. */
type OpenStart = { frame: SpoolFrame | undefined; readonly segment: Segment }

/** Writes that were forwarded and whose end is not in the spool yet, with the segment of their started frame. */
export type OpenStarts = Map<string, OpenStart>

export function noteStart(open: OpenStarts, frame: SpoolFrame, segment: Segment): void {
  endStart(open, frame.id)
  segment.openStarts += 1
  open.set(frame.id, { frame, segment })
}

export function endStart(open: OpenStarts, id: string): void {
  const start = open.get(id)
  if (!start) return
  start.segment.openStarts -= 1
  start.frame = undefined
  open.delete(id)
}

/** @param segment those of all segments without it */
export const framesIn = (open: OpenStarts, segment?: Segment): SpoolFrame[] =>
  [...open.values()].flatMap(start => (!segment || start.segment === segment ? (start.frame ?? []) : []))
