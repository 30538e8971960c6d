import { fdatasync, ftruncateSync, writevSync } from 'node:fs'
import type { Logger } from '@sluice/service-kit'
import { encodeHeader, lengthOf, RECORD_HEADER_BYTES, type SpoolEntry } from '../domain/spool-codec.ts'
import { createSegment, type Segment } from './segment-files.ts'

/** One record on its way to disk. `written` is called when it survives the death of the process. */
export type Pending = SpoolEntry & { written(segment: Segment): void; dropped?(): void }

export type WriterOptions = {
  directory: string
  segmentBytes: number
  fsyncMs: number
  /** What to do with records that the disk does not take: try again, or give them up. */
  whenFull: 'reject' | 'shed'
  logger: Logger
  rotated(segment: Segment): void
  /** Called after a write that failed: the disk may be full of what nobody needs. @returns whether that is gone now */
  makeRoom(): boolean
}

/** Appends records: one write per turn of the event loop, synced against power loss in the background (never in a request). */
export type BatchWriter = {
  options: WriterOptions
  segment: Segment
  pending: Pending[]
  pendingBytes: number
  /** Whether the last write failed: room is not what is missing, but the disk does not take it. */
  isFaulty: boolean
  isScheduled: boolean
  isDirty: boolean
  syncTimer?: NodeJS.Timeout
  retryTimer?: NodeJS.Timeout
}

const RETRY_MS = 250

export function createBatchWriter(segment: Segment, options: WriterOptions): BatchWriter {
  const flags = { isFaulty: false, isScheduled: false, isDirty: false }
  return { options, segment, pending: [], pendingBytes: 0, ...flags }
}

export function appendTo(writer: BatchWriter, item: Pending): void {
  writer.pending.push(item)
  writer.pendingBytes += RECORD_HEADER_BYTES + lengthOf(item.parts)
  if (writer.isScheduled || writer.isFaulty) return
  writer.isScheduled = true
  setImmediate(() => flush(writer))
}

/** Forgets what the current segment holds. Only when nothing in it is needed, and nothing pends. */
export function truncate({ segment }: BatchWriter): void {
  ftruncateSync(segment.fd, 0)
  segment.size = 0
}

export function closeWriter(writer: BatchWriter): void {
  flush(writer)
  clearTimeout(writer.syncTimer)
  clearTimeout(writer.retryTimer)
}

function flush(writer: BatchWriter): void {
  writer.isScheduled = false
  const batch = writer.pending
  if (batch.length === 0) return
  try {
    write(writer, batch)
  } catch (error) {
    return onFault(writer, error)
  }
  writer.isFaulty = false
  writer.pending = []
  writer.pendingBytes = 0
  settle(writer, batch)
}

/** A failed write is done again at the same place, so that half of a batch is never followed by it. */
function write(writer: BatchWriter, batch: readonly Pending[]): void {
  const { options, pendingBytes } = writer
  if (writer.segment.size > 0 && writer.segment.size + pendingBytes > options.segmentBytes) {
    syncIfDirty(writer)
    writer.segment = createSegment(options.directory, writer.segment.number + 1)
    options.rotated(writer.segment)
  }
  const buffers: Uint8Array[] = []
  for (const item of batch) buffers.push(encodeHeader(item), ...item.parts)
  writeAll(writer.segment, buffers, pendingBytes)
  writer.segment.size += pendingBytes
  writer.isDirty = true
  // No timer of its own: a gateway that nobody asks sleeps.
  if (options.fsyncMs > 0) writer.syncTimer ??= setTimeout(() => syncIfDirty(writer), options.fsyncMs).unref()
}

function settle({ options, segment }: BatchWriter, batch: readonly Pending[]): void {
  const settleAll = () => {
    for (const item of batch) item.written(segment)
  }
  if (options.fsyncMs > 0) return settleAll()
  fdatasync(segment.fd, error => {
    reportSync(options, error)
    settleAll()
  })
}

function onFault(writer: BatchWriter, error: unknown): void {
  const isFirst = !writer.isFaulty
  writer.isFaulty = true
  if (isFirst && hasMadeRoom(writer)) return flush(writer)
  if (isFirst) writer.options.logger.error({ err: error }, 'spool.write-failed')
  if (writer.options.whenFull === 'shed') dropPending(writer)
  writer.retryTimer = setTimeout(() => retry(writer), RETRY_MS).unref()
}

/** Tries a write that failed again, now. With nothing left to write, the next record will tell whether the disk is well. */
export function retry(writer: BatchWriter): void {
  clearTimeout(writer.retryTimer)
  hasMadeRoom(writer)
  if (writer.pending.length === 0) writer.isFaulty = false
  flush(writer)
}

/** Where the disk does not even take an empty file, the next write will tell. */
function hasMadeRoom({ options }: BatchWriter): boolean {
  try {
    return options.makeRoom()
  } catch {
    return false
  }
}

function dropPending(writer: BatchWriter): void {
  const dropped = writer.pending
  writer.pending = []
  writer.pendingBytes = 0
  for (const item of dropped) item.dropped?.()
}

function syncIfDirty(writer: BatchWriter): void {
  clearTimeout(writer.syncTimer)
  writer.syncTimer = undefined
  if (!writer.isDirty) return
  writer.isDirty = false
  fdatasync(writer.segment.fd, error => reportSync(writer.options, error))
}

/** A segment that was removed meanwhile needs no sync. */
function reportSync({ logger }: WriterOptions, error: NodeJS.ErrnoException | null): void {
  if (error && error.code !== 'EBADF') logger.warn({ err: error }, 'spool.sync-failed')
}

/** @param length of all buffers together */
function writeAll(segment: Segment, buffers: readonly Uint8Array[], length: number): void {
  let position = segment.size
  let rest = buffers
  for (let left = length; left > 0; ) {
    const written = writevSync(segment.fd, rest, position)
    position += written
    left -= written
    if (left > 0) rest = dropBytes(rest, written)
  }
}

function dropBytes(buffers: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count
  return buffers.flatMap(buffer => {
    const skipped = Math.min(left, buffer.length)
    left -= skipped
    return skipped === buffer.length ? [] : [buffer.subarray(skipped)]
  })
}
