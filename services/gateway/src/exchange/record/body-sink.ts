import type { BodyCapture } from '@sluice/contracts'
import type { SlabPool } from './slab-pool.ts'

/** Keeps the beginning of a body while it passes by, and counts the rest. */
export type BodySink = {
  add(chunk: Uint8Array): void
  length(): number
  isTruncated(): boolean
  /** What is kept; it stays as it is until `withhold`. */
  bytes(): Buffer
  /** Forgets the bytes: from now on the length is counted only. */
  withhold(): void
  isWithheld(): boolean
}

const NO_BYTES = Buffer.alloc(0)
/** A body that is larger is gathered in a slab as it comes; the chunks of others are held. */
const HELD_BYTES = 16 * 1024

/** @param slabs as long as `limit` */
export function createBodySink(limit: number, isWithheld: boolean, slabs: SlabPool): BodySink {
  let chunks: Uint8Array[] = []
  let slab: Buffer | undefined
  let kept = 0
  let length = 0
  let withheld = isWithheld

  function keep(part: Uint8Array): void {
    if (!slab && kept + part.length > HELD_BYTES) moveToSlab()
    if (slab) slab.set(part, kept)
    else chunks.push(part)
    kept += part.length
  }

  function moveToSlab(): void {
    slab = slabs.take()
    let at = 0
    for (const chunk of chunks) {
      slab.set(chunk, at)
      at += chunk.length
    }
    chunks = []
  }

  return {
    add(chunk) {
      length += chunk.length
      if (withheld || kept >= limit) return
      keep(chunk.length > limit - kept ? chunk.subarray(0, limit - kept) : chunk)
    },
    length: () => length,
    isTruncated: () => length > limit,
    bytes() {
      if (slab) return slab.subarray(0, kept)
      return kept === 0 ? NO_BYTES : Buffer.concat(chunks, kept)
    },
    withhold() {
      withheld = true
      if (slab) slabs.give(slab)
      slab = undefined
      chunks = []
      kept = 0
    },
    isWithheld: () => withheld,
  }
}

/** @param redacted what is left to record; undefined when a secret could not be taken out */
export function describeBody(sink: BodySink, redacted: Buffer | undefined): BodyCapture {
  const length = sink.length()
  if (length === 0) return { state: 'none', length, truncated: false }
  if (sink.isWithheld()) return { state: 'withheld', length, truncated: false }
  if (!redacted) return { state: 'unreadable', length, truncated: sink.isTruncated() }
  return { state: 'captured', length, truncated: sink.isTruncated() }
}
