import type { Logger } from '@sluice/service-kit'
import type { PlacedRecord } from '../domain/spool-codec.ts'
import { adoptSegments } from './adopt-segments.ts'
import {
  appendTo,
  type BatchWriter,
  closeWriter,
  createBatchWriter,
  isFaulty,
  nextSegment,
  type PendingRecord,
  type RecordListeners,
  retry,
} from './batch-writer.ts'
import { endStart, framesIn, noteStart, type OpenStarts } from './open-starts.ts'
import { writePlace } from './place-codec.ts'
import { readBatch, type SpoolBatch } from './read-batch.ts'
import {
  closeSegment,
  createSegment,
  FIRST_SEALED,
  isBefore,
  openLeftSegments,
  removeSegment,
  type Segment,
  type SpoolPosition,
} from './segment-files.ts'
import { realDisk, type SpoolDisk } from './spool-disk.ts'
import { CopiedFrame, CopiedPayload, type FrameParts, type SpoolFrame } from './spool-frame.ts'
import { lockSpool } from './spool-lock.ts'
import { createTwofoldEvents, type TwofoldEvents } from './twofold-events.ts'
import { unsyncedRecords } from './unsynced-records.ts'

export type SpoolSettings = {
  directory: string
  /** Most bytes on disk, what is reserved for requests in flight included. */
  maxBytes: number
  whenFull: 'reject' | 'shed'
  /**
   * How often the spool is synced against power loss; 0: before each acknowledgement. A sync that fails makes the spool
   * faulty until what was not synced is safe in another file; with 0, nothing is acknowledged before.
   */
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
  start(frame: Buffer | SpoolFrame, done: () => void): void
  /**
   * Keeps an event. Its frame is copied, or writes itself, at once. `done` is called when it survives the death of the
   * process, or was given up (`shed`).
   */
  finish(frame: FrameParts | SpoolFrame, done: () => void): void
  /** Writes that an earlier process began, and whose end is not known. */
  unfinished: ReadonlyMap<string, Buffer>
  /** Keeps an event about such a write. */
  adopt(frame: Buffer): void
  segments(): readonly Segment[]
  place(): SpoolPosition
  /** What is to be sent next. It stays as it is until it is `shipped`. @param buffer what has to be read from a file is read into */
  nextBatch(buffer: Buffer): Promise<SpoolBatch | undefined>
  /** Those of its events that it holds twice. */
  twofold: Pick<TwofoldEvents, 'unsent' | 'acknowledge'>
  /** Everything before `place` is on the bus: files that hold nothing else go. @param events how many there were, from the place before on */
  shipped(place: SpoolPosition, events: number): void
  /** A send failed: the bus may hold what it was handed for longer. */
  sendFailed(): void
  isDrained(): boolean
  /** Called after each write that holds an event. */
  onEvent(listener: () => void): void
  /** What its files take, those left out that are kept for further use, with what pends and is reserved. */
  usedBytes(): number
  /** What of that is not on the bus, or is reserved. */
  waitingBytes(): number
  /** Whether the disk did not take the last write or sync. */
  isFaulty(): boolean
  /** Events that were given up. */
  dropped(): number
  close(): void
}

type SpoolState = {
  segments: Segment[]
  open: OpenStarts
  writer: BatchWriter
  place: SpoolPosition
  /** The end of the last event: behind it are notes alone, of which the bus hears nothing. */
  eventsEnd: SpoolPosition
  twofold: TwofoldEvents
  reserved: number
  /** How many have reserved room. */
  requests: number
  dropped: number
  eventWritten(): void
}

const MAX_SEGMENT_BYTES = 8 * 1024 * 1024
const SEGMENTS_PER_SPOOL = 8
/** With so many at most, none waits for the event of another. */
const FEW_REQUESTS = 8

/** @throws SpoolInUseError */
export function openSpool(settings: SpoolSettings, logger: Logger, disk: SpoolDisk = realDisk): Spool {
  const releaseOwnership = lockSpool(settings.directory, logger)
  const left = openLeftSegments(settings.directory)
  const unfinished = adoptSegments(left)
  const state = openState(settings, { left, logger, disk })
  return {
    reserve(bytes) {
      if (isFaulty(state.writer) || usedBytes(state) + bytes > settings.maxBytes) return false
      state.reserved += bytes
      state.requests += 1
      return true
    },
    release(bytes) {
      state.reserved -= bytes
      state.requests -= 1
    },
    start: (frame, done) => appendStart(state, 'id' in frame ? frame : new CopiedFrame([frame]), done),
    // Where nothing is acknowledged before its sync, what was sent meanwhile is written again when that fails.
    finish: (frame, done) =>
      appendEvent(state, { frame: 'id' in frame ? frame : new CopiedFrame(frame), isNew: settings.fsyncMs > 0 }, done),
    unfinished,
    adopt: frame => appendEvent(state, { frame: new CopiedFrame([frame]), isNew: false }, () => {}),
    segments: () => state.segments,
    place: () => state.place,
    twofold: state.twofold,
    nextBatch: buffer => readBatch({ ...state, written: state.writer.written }, buffer),
    shipped: (next, events) => noteShipped(state, next, events),
    sendFailed: () => state.writer.blocks.leave(),
    isDrained: () => isDrained(state),
    onEvent(listener) {
      state.eventWritten = listener
    },
    usedBytes: () => usedBytes(state),
    waitingBytes: () => waitingBytes(state),
    isFaulty: () => isFaulty(state.writer),
    dropped: () => state.dropped,
    close() {
      closeWriter(state.writer)
      const isNeeded = !isDrained(state) || state.open.size > 0
      state.writer.spares.removeAll()
      for (const segment of state.segments) (isNeeded ? closeSegment : removeSegment)(segment)
      releaseOwnership()
    },
  }
}

type SpoolOpening = { left: Segment[]; logger: Logger; disk: SpoolDisk }

function openState(settings: SpoolSettings, { left, logger, disk }: SpoolOpening): SpoolState {
  const first = createSegment(settings.directory, Math.max(FIRST_SEALED, left.at(-1)?.number ?? 0) + 1)
  const segments = [...left, first]
  const writer = createBatchWriter(first, {
    ...settings,
    segmentBytes: Math.min(MAX_SEGMENT_BYTES, Math.ceil(settings.maxBytes / SEGMENTS_PER_SPOOL)),
    disk,
    logger,
    rotated: segment => segments.push(segment),
    isBusy: () => state.requests > FEW_REQUESTS,
    makeRoom: () => makeRoom(state),
    unsynced: failed => [noteOf(state.place), ...unsyncedOf(state, failed)],
  })
  const unread = segments.filter(segment => segment.readBytes < segment.size)
  const [from = first, to = first] = [unread.at(0), unread.at(-1)]
  const state: SpoolState = {
    segments,
    open: new Map(),
    writer,
    place: { segment: from.number, offset: from.readBytes },
    eventsEnd: { segment: to.number, offset: to.size },
    twofold: createTwofoldEvents(),
    reserved: 0,
    requests: 0,
    dropped: 0,
    eventWritten: () => {},
  }
  return state
}

/** A start counts from its write on, also while it waits for its sync: until its end, its file is needed. */
function appendStart(state: SpoolState, frame: SpoolFrame, done: () => void): void {
  let place: Segment | undefined
  const kept = () => {
    // Its file made room before it was synced: what the sync said is of no use, and the note is to stand in another one.
    const isGone = place !== undefined && !state.segments.includes(place)
    if (!isGone || !state.open.has(frame.id)) return done()
    const { written } = startAgain(state, frame).told
    appendTo(state.writer, { kind: 'started', payload: frame, told: { written, kept: done, dropped } })
  }
  const dropped = () => {
    endStart(state.open, frame.id)
    done()
  }
  const written = (segment: Segment) => {
    place = segment
    noteStart(state.open, frame, segment)
  }
  appendTo(state.writer, { kind: 'started', payload: frame, told: { written, kept, dropped } })
}

type EventAppending = { frame: SpoolFrame; isNew: boolean }

function appendEvent(state: SpoolState, { frame, isNew }: EventAppending, done: () => void): void {
  appendTo(state.writer, { kind: 'event', payload: frame, told: new EventListeners(state, frame.id, done), isNew })
}

/** What becomes of an event on its way to disk. */
class EventListeners implements RecordListeners {
  private readonly state: SpoolState
  private readonly id: string
  private readonly done: () => void

  constructor(state: SpoolState, id: string, done: () => void) {
    this.state = state
    this.id = id
    this.done = done
  }

  written(segment: Segment): void {
    noteEvent(this.state, segment)
  }

  kept(): void {
    endStart(this.state.open, this.id)
    this.done()
  }

  dropped(): void {
    this.state.dropped += 1
    this.kept()
  }
}

const usedBytes = ({ segments, writer, reserved }: SpoolState) =>
  segments.reduce((sum, { fileBytes }) => sum + fileBytes, writer.pendingBytes + reserved)

/** Notes behind the last event wait for nobody. */
function waitingBytes(state: SpoolState): number {
  const { segments, writer, reserved, place } = state
  const pending = writer.pendingBytes + reserved
  if (isRead(state)) return pending
  return segments.reduce((sum, segment) => sum + segment.size - doneBytes(segment, place), pending)
}

function doneBytes({ number, size, readBytes }: Segment, place: SpoolPosition): number {
  if (number === place.segment) return Math.max(readBytes, place.offset)
  return number < place.segment ? size : readBytes
}

function isDrained(state: SpoolState): boolean {
  const { pending, unkept } = state.writer
  return pending.length === 0 && unkept.length === 0 && isRead(state)
}

/** Whether all events that are on disk are on the bus. */
const isRead = ({ place, eventsEnd }: SpoolState): boolean => !isBefore(place, eventsEnd)

/**
 * On a disk that takes nothing more, files go that are kept for further use, and all that was shipped goes, and what pends is written into a new segment. Writes that
 * are under way are noted there again: until then nobody would know of them if we died, as of any other whose note pends.
 */
function makeRoom(state: SpoolState): boolean {
  const { segments, writer, open } = state
  const hadSpares = writer.spares.removeAll()
  const isEmpty = segments.every(({ size }) => size === 0)
  if (isEmpty || !isRead(state)) return hadSpares
  const next = nextSegment(writer)
  const frames = framesIn(open)
  writer.segment = next
  state.place = { segment: next.number, offset: 0 }
  state.eventsEnd = state.place
  for (const segment of segments.splice(0, segments.length, next)) removeSegment(segment)
  writer.dirty.clear()
  writer.written.clear()
  for (const frame of frames) appendTo(writer, startAgain(state, frame))
  return true
}

function noteShipped(state: SpoolState, next: SpoolPosition, events: number): void {
  const { writer } = state
  state.place = next
  reuseBlocks(writer, writer.written.dropBefore(next))
  dropShipped(state)
  if (isDrained(state) && !isFaulty(writer)) state.twofold.clear()
  retry(writer)
  if (events > 0) appendTo(writer, noteOf(next))
}

/** What waits for its sync is needed until then (`fsyncMs` 0), whatever the bus has. */
function reuseBlocks({ blocks, options }: BatchWriter, firstKept: Buffer | undefined): void {
  if (options.fsyncMs > 0) blocks.reuseBefore(firstKept)
}

const noteOf = (place: SpoolPosition): PendingRecord => ({
  kind: 'shipped',
  payload: new CopiedPayload([writePlace(place)]),
  told: {},
})

/** With `fsyncMs` 0 the writer holds all that is not synced: none of it was acknowledged. */
function unsyncedOf(state: SpoolState, failed: ReadonlySet<Segment>): PendingRecord[] {
  if (state.writer.options.fsyncMs === 0) return []
  return [...failed].flatMap(segment => unsyncedRecords(segment, state.place)).flatMap(record => again(state, record))
}

function again(state: SpoolState, { kind, payload }: PlacedRecord): PendingRecord[] {
  if (kind === 'shipped') return []
  const frame = new CopiedFrame([payload])
  if (kind === 'started') return state.open.has(frame.id) ? [startAgain(state, frame)] : []
  state.twofold.writtenAgain(frame.id)
  return [{ kind: 'event', payload: frame, told: { written: segment => noteEvent(state, segment) } }]
}

function noteEvent(state: SpoolState, segment: Segment): void {
  state.eventsEnd = { segment: segment.number, offset: segment.size }
  state.eventWritten()
}

/** Gives up segments behind the place, oldest first. A started frame that holds one up is written again further on. */
function dropShipped(state: SpoolState): void {
  const { segments, writer, place, open } = state
  for (let oldest = segments[0]; oldest; oldest = segments[0]) {
    if (oldest === writer.segment || oldest.number >= place.segment) return
    if (oldest.openStarts > 0) {
      for (const frame of framesIn(open, oldest)) appendTo(writer, startAgain(state, frame))
      return
    }
    segments.shift()
    writer.spares.add(oldest)
  }
}

/** A started frame further on. The end of its write may stand before it in the queue. */
const startAgain = (state: SpoolState, frame: SpoolFrame) => ({
  kind: 'started' as const,
  payload: frame,
  told: {
    written(segment: Segment) {
      if (state.open.has(frame.id)) noteStart(state.open, frame, segment)
    },
  },
})
