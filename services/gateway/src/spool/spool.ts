import type { Logger } from '@sluice/service-kit'
import { frameId } from '../domain/event-frame.ts'
import { adoptSegments } from './adopt-segments.ts'
import {
  appendTo,
  type BatchWriter,
  closeWriter,
  createBatchWriter,
  type Pending,
  retry,
  truncate,
} from './batch-writer.ts'
import { endStart, framesIn, noteStart, type OpenStarts } from './open-starts.ts'
import { writePlace } from './place-codec.ts'
import {
  closeSegment,
  createSegment,
  openLeftSegments,
  type Place,
  removeSegment,
  removeSegmentLater,
  type Segment,
} from './segment-files.ts'
import { lockSpool } from './spool-lock.ts'

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
  /**
   * Keeps an event. `done` is called when it survives the death of the process, or was given up (`shed`); until then
   * nobody may change its bytes.
   */
  finish(frame: EventParts, done: () => void): void
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
  /** Whether the disk took the last write. */
  isFaulty(): boolean
  /** Events that were given up. */
  dropped(): number
  close(): void
}

/** The frame of an event in one or several pieces; the id is in the first. */
type EventParts = readonly [Buffer, ...Uint8Array[]]

type State = {
  segments: Segment[]
  open: OpenStarts
  writer: BatchWriter
  place: Place
  reserved: number
  dropped: number
  removals: Promise<void>
  written(): void
}

const MAX_SEGMENT_BYTES = 8 * 1024 * 1024
const SEGMENTS_PER_SPOOL = 8
const TRUNCATE_ABOVE_BYTES = 1024 * 1024

/** @throws SpoolInUseError */
export function openSpool(settings: SpoolSettings, logger: Logger): Spool {
  const releaseOwnership = lockSpool(settings.directory)
  const left = openLeftSegments(settings.directory)
  const { place, unfinished } = adoptSegments(left)
  const state = openState(settings, { left, place, logger })
  return {
    reserve(bytes) {
      if (state.writer.isFaulty || usedBytes(state) + bytes > settings.maxBytes) return false
      state.reserved += bytes
      return true
    },
    release(bytes) {
      state.reserved -= bytes
    },
    start: (frame, done) => appendStart(state, frame, done),
    finish: (parts, done) => appendEvent(state, { kind: 'event', parts, done }),
    unfinished,
    adopt: frame => appendEvent(state, { kind: 'event-again', parts: [frame], done: () => {} }),
    segments: () => state.segments,
    place: () => state.place,
    shipped: (next, events) => noteShipped(state, next, events),
    isDrained: () => isDrained(state),
    onWritten(listener) {
      state.written = listener
    },
    usedBytes: () => usedBytes(state),
    isFaulty: () => state.writer.isFaulty,
    dropped: () => state.dropped,
    close() {
      closeWriter(state.writer)
      const isNeeded = !isDrained(state) || state.open.size > 0
      for (const segment of state.segments) (isNeeded ? closeSegment : removeSegment)(segment)
      releaseOwnership()
    },
  }
}

type Left = { left: Segment[]; place: Place; logger: Logger }

function openState(settings: SpoolSettings, { left, place, logger }: Left): State {
  const first = createSegment(settings.directory, (left.at(-1)?.number ?? 0) + 1)
  const segments = [...left, first]
  const writer = createBatchWriter(first, {
    ...settings,
    segmentBytes: Math.min(MAX_SEGMENT_BYTES, Math.ceil(settings.maxBytes / SEGMENTS_PER_SPOOL)),
    logger,
    rotated: segment => segments.push(segment),
    makeRoom: () => makeRoom(state),
  })
  const start = left.length > 0 ? place : { segment: first.number, offset: 0 }
  const counts = { reserved: 0, dropped: 0 }
  const removals = Promise.resolve()
  const state: State = { segments, open: new Map(), writer, place: start, ...counts, removals, written: () => {} }
  return state
}

function append(state: State, pending: Pending): void {
  appendTo(state.writer, {
    ...pending,
    written(segment) {
      pending.written(segment)
      state.written()
    },
  })
}

function appendStart(state: State, frame: Buffer, done: () => void): void {
  append(state, {
    kind: 'started',
    parts: [frame],
    written(segment) {
      noteStart(state.open, frame, segment)
      done()
    },
    dropped: done,
  })
}

type Ending = { kind: 'event' | 'event-again'; parts: EventParts; done(): void }

function appendEvent(state: State, { kind, parts, done }: Ending): void {
  const end = () => {
    endStart(state.open, frameId(parts[0]))
    done()
  }
  append(state, {
    kind,
    parts,
    written: end,
    dropped() {
      state.dropped += 1
      end()
    },
  })
}

const usedBytes = ({ segments, writer, reserved }: State) =>
  segments.reduce((sum, segment) => sum + segment.size, writer.pendingBytes + reserved)

const isDrained = (state: State): boolean => state.writer.pending.length === 0 && isRead(state)

/** Whether all that is on disk is on the bus. */
function isRead({ segments, place }: State): boolean {
  const isSegmentRead = ({ number, size }: Segment) =>
    number < place.segment || size === 0 || (number === place.segment && place.offset >= size)
  return segments.every(isSegmentRead)
}

/**
 * On a disk that takes nothing more, all that was shipped goes, and what pends is written into a new segment. Writes that
 * are under way are noted there again: until then nobody would know of them if we died, as of any other whose note pends.
 */
function makeRoom(state: State): boolean {
  const { segments, writer, open } = state
  const isEmpty = segments.every(({ size }) => size === 0)
  if (isEmpty || !isRead(state)) return false
  const next = createSegment(writer.options.directory, writer.segment.number + 1)
  const frames = [...open.values()].map(({ frame }) => frame)
  writer.segment = next
  state.place = { segment: next.number, offset: 0 }
  for (const segment of segments.splice(0, segments.length, next)) removeSegment(segment)
  for (const frame of frames) carryStart(state, frame)
  return true
}

function noteShipped(state: State, next: Place, events: number): void {
  const { writer } = state
  state.place = next
  dropShipped(state)
  if (writer.isFaulty) retry(writer)
  if (events === 0) return
  if (isDrained(state) && state.open.size === 0 && writer.segment.size > TRUNCATE_ABOVE_BYTES) {
    truncate(writer)
    state.place = { segment: writer.segment.number, offset: 0 }
  } else {
    append(state, { kind: 'shipped', parts: [writePlace(next)], written() {} })
  }
}

/** Removes segments behind the place, oldest first. A started frame that holds one up is written again further on. */
function dropShipped(state: State): void {
  const { segments, writer, place, open } = state
  for (let oldest = segments[0]; oldest; oldest = segments[0]) {
    if (oldest === writer.segment || oldest.number >= place.segment) return
    if (oldest.openStarts > 0) {
      for (const frame of framesIn(open, oldest)) carryStart(state, frame)
      return
    }
    segments.shift()
    // In their order: the end of a write must not go before its beginning.
    state.removals = state.removals.then(() => removeSegmentLater(oldest))
  }
}

/** The end of a write that is carried may stand before it in the queue. */
function carryStart(state: State, frame: Buffer): void {
  append(state, {
    kind: 'started',
    parts: [frame],
    written(segment) {
      if (state.open.has(frameId(frame))) noteStart(state.open, frame, segment)
    },
  })
}
