import type { Segment } from './segment-files.ts'
import type { SpoolFrame } from './spool-frame.ts'

/** Writes that were forwarded and whose end is not in the spool yet, with the segment of their started frame. */
export type OpenStarts = Map<string, { frame: SpoolFrame; segment: Segment }>

export function noteStart(open: OpenStarts, frame: SpoolFrame, segment: Segment): void {
  endStart(open, frame.id)
  segment.openStarts += 1
  open.set(frame.id, { frame, segment })
}

export function endStart(open: OpenStarts, id: string): void {
  const start = open.get(id)
  if (!start) return
  start.segment.openStarts -= 1
  open.delete(id)
}

export const framesIn = (open: OpenStarts, segment: Segment): SpoolFrame[] =>
  [...open.values()].filter(start => start.segment === segment).map(({ frame }) => frame)
