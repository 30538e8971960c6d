import { fdatasync, ftruncateSync, writevSync } from 'node:fs'
import type { Logger } from '@sluice/service-kit'
import { createSegment, type Segment } from './segment-files.ts'

/** One record on its way to disk. `written` is called when it survives the death of the process. */
export type Pending = { record: Buffer; written(segment: Segment): void; dropped?(): void }

export type BatchWriter = {
  append(pending: Pending): void
  current(): Segment
  pendingBytes(): number
  /** Whether the last write failed: room is not what is missing, but the disk does not take it. */
  isFaulty(): boolean
  /** Forgets what the current segment holds. Only when nothing in it is needed, and nothing pends. */
  truncate(): void
  close(): void
}

export type WriterOptions = {
  directory: string
  segmentBytes: number
  fsyncMs: number
  /** What to do with records that the disk does not take: try again, or give them up. */
  whenFull: 'reject' | 'shed'
  logger: Logger
  rotated(segment: Segment): void
}

const RETRY_MS = 250

/** Appends records: one write per turn of the event loop, synced against power loss in the background (never in a request). */
export function createBatchWriter(first: Segment, options: WriterOptions): BatchWriter {
  let segment = first
  let pending: Pending[] = []
  let pendingBytes = 0
  let isFaulty = false
  let isScheduled = false
  let isDirty = false
  let retry: NodeJS.Timeout | undefined
  const syncTimer = options.fsyncMs > 0 ? setInterval(syncIfDirty, options.fsyncMs).unref() : undefined

  function append(item: Pending): void {
    pending.push(item)
    pendingBytes += item.record.length
    if (isScheduled || isFaulty) return
    isScheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    isScheduled = false
    if (pending.length === 0) return
    const batch = pending
    try {
      write(batch)
    } catch (error) {
      return onFault(error)
    }
    isFaulty = false
    pending = []
    pendingBytes = 0
    settle(batch, segment)
  }

  /** A failed write is done again at the same place, so that half of a batch is never followed by it. */
  function write(batch: readonly Pending[]): void {
    if (segment.size > 0 && segment.size + pendingBytes > options.segmentBytes) {
      syncIfDirty()
      segment = createSegment(options.directory, segment.number + 1)
      options.rotated(segment)
    }
    writeAll(
      segment,
      batch.map(item => item.record),
    )
    segment.size += pendingBytes
    isDirty = true
  }

  function settle(batch: readonly Pending[], written: Segment): void {
    const settleAll = () => {
      for (const item of batch) item.written(written)
    }
    if (options.fsyncMs > 0) return settleAll()
    fdatasync(written.fd, error => {
      reportSync(error)
      settleAll()
    })
  }

  function onFault(error: unknown): void {
    if (!isFaulty) options.logger.error({ err: error }, 'spool.write-failed')
    isFaulty = true
    if (options.whenFull === 'shed') dropPending()
    retry = setTimeout(flushAgain, RETRY_MS)
  }

  function flushAgain(): void {
    if (pending.length === 0) isFaulty = false
    flush()
  }

  function dropPending(): void {
    const dropped = pending
    pending = []
    pendingBytes = 0
    for (const item of dropped) item.dropped?.()
  }

  function syncIfDirty(): void {
    if (!isDirty) return
    isDirty = false
    fdatasync(segment.fd, reportSync)
  }

  function reportSync(error: Error | null): void {
    if (error) options.logger.warn({ err: error }, 'spool.sync-failed')
  }

  return {
    append,
    current: () => segment,
    pendingBytes: () => pendingBytes,
    isFaulty: () => isFaulty,
    truncate() {
      ftruncateSync(segment.fd, 0)
      segment.size = 0
    },
    close() {
      clearInterval(syncTimer)
      clearTimeout(retry)
      if (pending.length > 0) flush()
      clearTimeout(retry)
    },
  }
}

function writeAll(segment: Segment, buffers: readonly Buffer[]): void {
  let position = segment.size
  let rest = [...buffers]
  while (rest.length > 0) {
    const written = writevSync(segment.fd, rest, position)
    position += written
    rest = dropBytes(rest, written)
  }
}

function dropBytes(buffers: readonly Buffer[], count: number): Buffer[] {
  let left = count
  return buffers.flatMap(buffer => {
    const skipped = Math.min(left, buffer.length)
    left -= skipped
    return skipped === buffer.length ? [] : [buffer.subarray(skipped)]
  })
}
