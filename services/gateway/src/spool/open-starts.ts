import { frameId } from '../domain/event-frame.ts'
import type { Segment } from './segment-files.ts'

/** Writes that were forwarded and whose end is not in the spool yet, with the segment of their started frame. */
export type OpenStarts = Map<string, { frame: Buffer; segment: Segment }>

export function noteStart(open: OpenStarts, frame: Buffer, segment: Segment): void {
  endStart(open, frameId(frame))
  segment.openStarts += 1
  open.set(frameId(frame), { frame, segment })
}

export function endStart(open: OpenStarts, id: string): void {
  const start = open.get(id)
  if (!start) return
  start.segment.openStarts -= 1
  open.delete(id)
}

export const framesIn = (open: OpenStarts, segment: Segment): Buffer[] =>
  [...open.values()].filter(start => start.segment === segment).map(({ frame }) => frame)
