import type { Logger } from '@sluice/service-kit'
import { frameId } from '../domain/event-frame.ts'
import { encodeRecord } from '../domain/spool-codec.ts'
import { adoptSegments } from './adopt-segments.ts'
import { type BatchWriter, createBatchWriter, type Pending } from './batch-writer.ts'
import { claimSpool } from './owner-file.ts'
import { writePlace } from './place-codec.ts'
import {
  closeSegment,
  createSegment,
  openLeftSegments,
  type Place,
  removeSegment,
  type Segment,
} from './segment-files.ts'

export type SpoolSettings = {
  directory: string
  /** Most bytes on disk, what is reserved for requests in flight included. */
  maxBytes: number
  whenFull: 'reject' | 'shed'
  /** How often the spool is synced against power loss; 0: before each acknowledgement. */
  fsyncMs: number
}

/**
 * Events between the answer to a client and the bus: append-only files that survive the death of the process.
 * Frames are those of `event-frame.ts`.
 */
export type Spool = {
  /** Sets room aside for the records of a request. @returns false when there is none: the spool is full or can't be written */
  reserve(bytes: number): boolean
  release(bytes: number): void
  /** Notes a write before it is forwarded. `done` is called when the note survives the death of the process. */
  start(frame: Buffer, done: () => void): void
  /** Keeps an event. `done` is called when it survives the death of the process, or was given up (`shed`). */
  finish(frame: Buffer, done: () => void): void
  /** Writes that an earlier process began, and whose end is not known. */
  unfinished: ReadonlyMap<string, Buffer>
  /** Keeps an event about such a write. */
  adopt(frame: Buffer): void
  segments(): readonly Segment[]
  place(): Place
  /** Everything before `place` is on the bus: files that hold nothing else go. @param events how many were sent with it */
  shipped(place: Place, events: number): void
  isDrained(): boolean
  /** Called after each write. */
  onWritten(listener: () => void): void
  usedBytes(): number
  dropped(): number
  close(): void
}

const MAX_SEGMENT_BYTES = 8 * 1024 * 1024
const SEGMENTS_PER_SPOOL = 8
const TRUNCATE_ABOVE_BYTES = 1024 * 1024

/** @throws SpoolInUseError */
export function openSpool(settings: SpoolSettings, logger: Logger): Spool {
  const releaseOwnership = claimSpool(settings.directory)
  const left = openLeftSegments(settings.directory)
  const { place: leftAt, unfinished } = adoptSegments(left)
  const first = createSegment(settings.directory, (left.at(-1)?.number ?? 0) + 1)
  const segments = [...left, first]
  const open = new Map<string, { frame: Buffer; segment: Segment }>()
  let place: Place = left.length > 0 ? leftAt : { segment: first.number, offset: 0 }
  let reserved = 0
  let dropped = 0
  let written = () => {}

  const writer = createBatchWriter(first, {
    ...settings,
    segmentBytes: Math.min(MAX_SEGMENT_BYTES, Math.ceil(settings.maxBytes / SEGMENTS_PER_SPOOL)),
    logger,
    rotated: segment => segments.push(segment),
  })

  const append = (pending: Pending) =>
    writer.append({
      ...pending,
      written(segment) {
        pending.written(segment)
        written()
      },
    })

  function noteStart(frame: Buffer, done: () => void): void {
    append({
      record: encodeRecord({ kind: 'started', payload: frame }),
      written(segment) {
        moveStart(open, { frame, segment })
        done()
      },
      dropped: done,
    })
  }

  /** Its end may stand before it in the queue. */
  function carry(frame: Buffer): void {
    append({
      record: encodeRecord({ kind: 'started', payload: frame }),
      written(segment) {
        if (open.has(frameId(frame))) moveStart(open, { frame, segment })
      },
    })
  }

  function noteEvent(kind: 'event' | 'event-again', frame: Buffer, done: () => void): void {
    append({
      record: encodeRecord({ kind, payload: frame }),
      written() {
        endStart(open, frameId(frame))
        done()
      },
      dropped() {
        dropped += 1
        endStart(open, frameId(frame))
        done()
      },
    })
  }

  const usedBytes = () => segments.reduce((sum, segment) => sum + segment.size, writer.pendingBytes() + reserved)
  const isDrained = () => writer.pendingBytes() === 0 && isAtEnd(place, segments)

  return {
    reserve(bytes) {
      if (writer.isFaulty() || usedBytes() + bytes > settings.maxBytes) return false
      reserved += bytes
      return true
    },
    release(bytes) {
      reserved -= bytes
    },
    start: noteStart,
    finish: (frame, done) => noteEvent('event', frame, done),
    unfinished,
    adopt: frame => noteEvent('event-again', frame, () => {}),
    segments: () => segments,
    place: () => place,
    shipped(next, events) {
      place = next
      dropShipped({ segments, place, open, writer, carry })
      if (events === 0) return
      if (isDrained() && open.size === 0 && writer.current().size > TRUNCATE_ABOVE_BYTES) {
        writer.truncate()
        place = { segment: writer.current().number, offset: 0 }
      } else {
        append({ record: encodeRecord({ kind: 'shipped', payload: writePlace(place) }), written() {} })
      }
    },
    isDrained,
    onWritten(listener) {
      written = listener
    },
    usedBytes,
    dropped: () => dropped,
    close() {
      writer.close()
      const isNeeded = !isDrained() || open.size > 0
      for (const segment of segments) (isNeeded ? closeSegment : removeSegment)(segment)
      releaseOwnership()
    },
  }
}

type OpenStarts = Map<string, { frame: Buffer; segment: Segment }>

function moveStart(open: OpenStarts, start: { frame: Buffer; segment: Segment }): void {
  endStart(open, frameId(start.frame))
  start.segment.openStarts += 1
  open.set(frameId(start.frame), start)
}

function endStart(open: OpenStarts, id: string): void {
  const start = open.get(id)
  if (!start) return
  start.segment.openStarts -= 1
  open.delete(id)
}

function isAtEnd(place: Place, segments: readonly Segment[]): boolean {
  const last = segments.at(-1)
  return last === undefined || (place.segment === last.number && place.offset >= last.size)
}

type Shelf = {
  segments: Segment[]
  place: Place
  open: OpenStarts
  writer: BatchWriter
  carry(frame: Buffer): void
}

/** Removes segments behind the place, oldest first. A started frame that holds one up is written again further on. */
function dropShipped({ segments, place, open, writer, carry }: Shelf): void {
  for (let oldest = segments[0]; oldest; oldest = segments[0]) {
    if (oldest === writer.current() || oldest.number >= place.segment) return
    if (oldest.openStarts > 0) return carryStarts(open, oldest, carry)
    segments.shift()
    removeSegment(oldest)
  }
}

function carryStarts(open: OpenStarts, from: Segment, carry: (frame: Buffer) => void): void {
  for (const { frame, segment } of open.values()) {
    if (segment === from) carry(frame)
  }
}
