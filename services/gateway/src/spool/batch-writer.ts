import { ftruncateSync } from 'node:fs'
import type { Logger } from '@sluice/service-kit'
import {
  fillHeader,
  RECORD_HEADER_BYTES,
  type RecordPayload,
  type RecordPlace,
  type SpoolKind,
} from '../domain/spool-codec.ts'
import { createRecordBlocks, type RecordBlocks } from './record-blocks.ts'
import { createSegment, removeSegment, type Segment, syncNames } from './segment-files.ts'
import { createSpareFiles, type SpareFiles } from './spare-files.ts'
import { type SpoolDisk, writeAll } from './spool-disk.ts'
import { CopiedPayload } from './spool-frame.ts'
import { createWrittenRecords, type WrittenRecords } from './written-records.ts'

/** One record on its way to disk, and who is told what becomes of it. */
export type PendingRecord = {
  kind: SpoolKind
  payload: RecordPayload
  told: RecordListeners
  /** It is an event that no process had begun to write before. */
  isNew?: boolean
}

export type RecordListeners = {
  /** Called when the file has it: it survives the death of the process. Again when it was written into another file. */
  written?(segment: Segment): void
  /** Called once, when it may be acknowledged: as `written`, or when it survives the loss of power (`fsyncMs` 0). */
  kept?(): void
  /** Called instead of `kept` when it was given up. */
  dropped?(): void
}

/** Its place has room for the header, which is another one in another file. */
type WaitingRecord = { kind: SpoolKind; place: RecordPlace; told: RecordListeners; isNew: boolean | undefined }

export type BatchWriterOptions = {
  directory: string
  segmentBytes: number
  fsyncMs: number
  /** What to do with records that the disk does not take: try again, or give them up. */
  whenFull: 'reject' | 'shed'
  disk: SpoolDisk
  logger: Logger
  rotated(segment: Segment): void
  /** Whether so many requests are under way that a write is worth waiting for more. */
  isBusy(): boolean
  /** Called after a write that failed: the disk may be full of what nobody needs. @returns whether that is gone now */
  makeRoom(): boolean
  /** What has to be written again, because a sync of these segments failed, beside the records of `unkept`: one at least. */
  unsynced(segments: ReadonlySet<Segment>): PendingRecord[]
}

/**
 * How the disk is. `write-failed`: it does not take the last write, which is tried again. `sync-failed`: a sync has failed;
 * as the system counts the pages as written then, another sync of the same file would prove nothing. So what was not
 * synced is written into a new file (`repairing`), and writes go on there when that was synced.
 */
type DiskHealth = 'well' | 'write-failed' | 'sync-failed' | 'repairing' | 'closed'

/** Appends records: one write per turn of the event loop, synced against power loss in the background (never in a request). */
export type BatchWriter = {
  options: BatchWriterOptions
  segment: Segment
  /** The highest number of a file so far. One that could not be removed keeps its own. */
  lastNumber: number
  pending: WaitingRecord[]
  pendingBytes: number
  /** The bytes of what pends. */
  blocks: RecordBlocks
  /** What was written and may be sent from memory. */
  written: WrittenRecords
  /** Files for further segments. */
  spares: SpareFiles
  /** Written and not acknowledged: they wait for a sync (`fsyncMs` 0 alone). */
  unkept: WaitingRecord[]
  health: DiskHealth
  isScheduled: boolean
  isSyncing: boolean
  /** Segments that hold what was written since their last sync; or whose sync has failed. */
  dirty: Set<Segment>
  syncTimer?: NodeJS.Timeout
  retryTimer?: NodeJS.Timeout
}

const RETRY_MS = 250

export function createBatchWriter(segment: Segment, options: BatchWriterOptions): BatchWriter {
  const flags = { isScheduled: false, isSyncing: false }
  const records = { pending: [], pendingBytes: 0, unkept: [], dirty: new Set<Segment>() }
  const means = { blocks: createRecordBlocks(), written: createWrittenRecords(), spares: createSpareFiles() }
  return { options, segment, lastNumber: segment.number, ...records, ...means, health: 'well', ...flags }
}

/** A segment behind all others. It is not written to yet. */
export const nextSegment = (writer: BatchWriter): Segment =>
  numbered(writer, (directory, number) => writer.spares.reuse(directory, number) ?? createSegment(directory, number))

function numbered(writer: BatchWriter, begin: (directory: string, number: number) => Segment): Segment {
  const next = begin(writer.options.directory, writer.lastNumber + 1)
  writer.lastNumber = next.number
  return next
}

export const isFaulty = ({ health }: BatchWriter): boolean => health !== 'well'

/** Whether the current segment is written to: also one that did not take the last write. */
const takesWrites = ({ health }: BatchWriter): boolean => health === 'well' || health === 'write-failed'

export function appendTo(writer: BatchWriter, item: PendingRecord): void {
  const waiting = toWaiting(writer.blocks, item)
  writer.pending.push(waiting)
  writer.pendingBytes += waiting.place.end - waiting.place.start
  if (writer.isScheduled || isFaulty(writer)) return
  writer.isScheduled = true
  setImmediate(flushOrGather, writer)
}

/** Where many requests are under way, one write takes what comes of a further turn too. */
function flushOrGather(writer: BatchWriter): void {
  if (writer.options.isBusy()) setImmediate(flush, writer)
  else flush(writer)
}

const toWaiting = (blocks: RecordBlocks, { kind, payload, told, isNew }: PendingRecord): WaitingRecord => ({
  kind,
  place: blocks.add(payload),
  told,
  isNew,
})

export function closeWriter(writer: BatchWriter): void {
  clearTimeout(writer.syncTimer)
  clearTimeout(writer.retryTimer)
  try {
    writePending(writer)
  } catch (error) {
    writer.options.logger.error({ err: error }, 'spool.write-failed')
  }
  writer.health = 'closed'
}

function flush(writer: BatchWriter): void {
  writer.isScheduled = false
  if (!takesWrites(writer)) return
  try {
    writePending(writer)
    writer.health = 'well'
  } catch (error) {
    onFault(writer, error)
  }
}

function writePending(writer: BatchWriter): void {
  const batch = writer.pending
  if (batch.length === 0) return
  write(writer, batch)
  forgetPending(writer)
  for (const { told } of batch) told.written?.(writer.segment)
  if (writer.options.fsyncMs > 0) for (const { told } of batch) told.kept?.()
  else writer.unkept.push(...batch)
  syncSoon(writer)
}

/** A failed write is done again at the same place, so that half of a batch is never followed by it. */
function write(writer: BatchWriter, batch: readonly WaitingRecord[]): void {
  const { options, pendingBytes, blocks, written } = writer
  if (writer.segment.size > 0 && writer.segment.size + pendingBytes > options.segmentBytes) {
    writer.segment = nextSegment(writer)
    options.rotated(writer.segment)
  }
  const { segment } = writer
  const start = segment.size
  writeRecords(writer, segment, { batch, blocks })
  written.add(segment, start, batch)
  writer.dirty.add(segment)
}

function forgetPending(writer: BatchWriter): void {
  writer.pending = []
  writer.pendingBytes = 0
  writer.blocks.clear()
}

type RecordBatch = { batch: readonly WaitingRecord[]; blocks: RecordBlocks }

function writeRecords({ options: { disk } }: BatchWriter, segment: Segment, { batch, blocks }: RecordBatch): void {
  for (const { place, kind } of batch) fillHeader(place, kind, segment.seal)
  try {
    segment.size += writeAll(disk, segment, blocks.waiting())
    segment.fileBytes = Math.max(segment.fileBytes, segment.size)
  } catch (error) {
    cutTail(segment)
    throw error
  }
}

/** Half of a write that failed is no damaged record: nobody was told that it is there. */
function cutTail(segment: Segment): void {
  try {
    ftruncateSync(segment.fd, segment.size)
    segment.fileBytes = segment.size
  } catch {
    // It is overwritten by the next write, or found at the next start.
  }
}

/** No timer of its own: a gateway that nobody asks sleeps. */
function syncSoon(writer: BatchWriter): void {
  const { fsyncMs } = writer.options
  if (fsyncMs > 0) writer.syncTimer ??= setTimeout(() => sync(writer), fsyncMs).unref()
  else sync(writer)
}

/**
 * One after the other: of two at once, the second may be told that all is well while the first has failed. For the same
 * reason none between a failed one and the end of its repair.
 */
function sync(writer: BatchWriter): void {
  clearTimeout(writer.syncTimer)
  writer.syncTimer = undefined
  if (writer.isSyncing || writer.dirty.size === 0 || !takesWrites(writer)) return
  writer.isSyncing = true
  const round = [...writer.dirty].map(segment => ({ segment, bytes: segment.size }))
  writer.dirty.clear()
  const unkept = writer.unkept.splice(0)
  const failures = new Map<Segment, Error>()
  let left = round.length
  for (const { segment, bytes } of round) {
    syncSegment(writer, segment, error => {
      // A segment that was removed meanwhile needs no sync.
      if (error && error.code !== 'EBADF') failures.set(segment, error)
      else segment.syncedBytes = Math.max(segment.syncedBytes, Math.min(bytes, segment.size))
      left -= 1
      if (left === 0) endSync(writer, unkept, failures)
    })
  }
}

/** Nobody finds what stands in a file whose name is lost: it comes first. */
function syncSegment(
  { options: { disk } }: BatchWriter,
  segment: Segment,
  done: Parameters<SpoolDisk['sync']>[1],
): void {
  if (segment.isNamed) return disk.sync(segment.fd, done)
  const sync = () => {
    segment.isNamed = true
    disk.sync(segment.fd, done)
  }
  syncNames(segment).then(sync, done)
}

function endSync(writer: BatchWriter, unkept: readonly WaitingRecord[], failures: ReadonlyMap<Segment, Error>): void {
  writer.isSyncing = false
  const [error] = failures.values()
  if (writer.health === 'closed') return
  if (!error) {
    for (const { told } of unkept) told.kept?.()
    if (writer.dirty.size > 0) syncSoon(writer)
    return
  }
  writer.unkept.unshift(...unkept)
  for (const segment of failures.keys()) writer.dirty.add(segment)
  writer.options.logger.error({ err: error }, 'spool.sync-failed')
  clearTimeout(writer.retryTimer)
  writer.health = 'sync-failed'
  repair(writer)
}

const toPending = ({ kind, place: { block, start, end }, told }: WaitingRecord): PendingRecord => ({
  kind,
  payload: new CopiedPayload([block.subarray(start + RECORD_HEADER_BYTES, end)]),
  told,
})

/** Writes what is not safe from power loss into a file that nobody knows of before it was synced. */
function repair(writer: BatchWriter): void {
  writer.health = 'repairing'
  let fresh: Segment | undefined
  try {
    fresh = numbered(writer, createSegment)
    const blocks = createRecordBlocks()
    const items = [...writer.unkept.map(toPending), ...writer.options.unsynced(writer.dirty)]
    writeRecords(writer, fresh, { batch: items.map(item => toWaiting(blocks, item)), blocks })
    syncFresh(writer, fresh, items)
  } catch {
    if (fresh) removeSegment(fresh)
    repairLater(writer)
  }
}

function syncFresh(writer: BatchWriter, fresh: Segment, items: readonly PendingRecord[]): void {
  writer.options.disk.sync(fresh.fd, error => {
    if (!error && writer.health === 'repairing') return goOnIn(writer, fresh, items)
    removeSegment(fresh)
    if (writer.health === 'repairing') repairLater(writer)
  })
}

function repairLater(writer: BatchWriter): void {
  writer.health = 'sync-failed'
  if (writer.options.whenFull === 'shed') dropAll(writer)
  writer.retryTimer = setTimeout(() => repair(writer), RETRY_MS).unref()
}

function goOnIn(writer: BatchWriter, fresh: Segment, items: readonly PendingRecord[]): void {
  fresh.syncedBytes = fresh.size
  writer.segment = fresh
  writer.options.rotated(fresh)
  writer.dirty.clear()
  writer.unkept = []
  writer.health = 'well'
  for (const { told } of items) told.written?.(fresh)
  for (const { told } of items) told.kept?.()
  flush(writer)
}

function onFault(writer: BatchWriter, error: unknown): void {
  const isFirst = writer.health !== 'write-failed'
  writer.health = 'write-failed'
  if (isFirst && hasMadeRoom(writer)) return flush(writer)
  if (isFirst) writer.options.logger.error({ err: error }, 'spool.write-failed')
  if (writer.options.whenFull === 'shed') dropAll(writer)
  clearTimeout(writer.retryTimer)
  writer.retryTimer = setTimeout(() => retry(writer), RETRY_MS).unref()
}

/** Tries a write that failed again, now. With nothing left to write, the next record will tell whether the disk is well. */
export function retry(writer: BatchWriter): void {
  if (writer.health !== 'write-failed') return
  clearTimeout(writer.retryTimer)
  hasMadeRoom(writer)
  flush(writer)
}

/** Tells whether room was made. If the disk does not even take an empty file, the next write will tell. */
function hasMadeRoom({ options }: BatchWriter): boolean {
  try {
    return options.makeRoom()
  } catch {
    return false
  }
}

function dropAll(writer: BatchWriter): void {
  const dropped = [...writer.unkept.splice(0), ...writer.pending]
  forgetPending(writer)
  for (const { told } of dropped) told.dropped?.()
}
