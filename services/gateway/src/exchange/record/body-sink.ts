import type { BodyCapture } from '@sluice/contracts'
import type { SlabPool } from './slab-pool.ts'

const NO_BYTES = Buffer.alloc(0)
const NO_CHUNKS: Uint8Array[] = []
/** A body in more chunks, or in chunks that hold more memory, is gathered in a slab; the chunks of others are held. */
const MOST_CHUNKS = 16
const MOST_HELD_BYTES = 128 * 1024

/** `slabs`: as long as `limit`. */
type BodyLimits = { limit: number; slabs: SlabPool }

/** Keeps the beginning of a body while it passes by, and counts the rest. */
export class BodySink {
  private readonly limits: BodyLimits
  private chunks = NO_CHUNKS
  private slab: Buffer | undefined
  private kept = 0
  /** Bytes of memory that the chunks keep from being used otherwise. */
  private held = 0
  private passed = 0
  private withheld: boolean

  constructor(limits: BodyLimits, isWithheld: boolean) {
    this.limits = limits
    this.withheld = isWithheld
  }

  add(chunk: Uint8Array): void {
    const { limit } = this.limits
    this.passed += chunk.length
    if (this.withheld || this.kept >= limit) return
    this.keep(chunk.length > limit - this.kept ? chunk.subarray(0, limit - this.kept) : chunk)
  }

  length(): number {
    return this.passed
  }

  isTruncated(): boolean {
    return this.passed > this.limits.limit
  }

  keptBytes(): number {
    return this.kept
  }

  /** What is kept; it stays as it is until `withhold`. */
  bytes(): Buffer {
    if (this.slab) return this.slab.subarray(0, this.kept)
    const [first, ...others] = this.chunks
    if (!first) return NO_BYTES
    if (others.length > 0) return Buffer.concat(this.chunks, this.kept)
    return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
  }

  /** Copies what is kept to a place. @returns where it ends */
  copyTo(block: Buffer, at: number): number {
    if (this.slab) block.set(this.bytes(), at)
    else copyAll(this.chunks, block, at)
    return at + this.kept
  }

  /** Forgets the bytes: from now on the length is counted only. */
  withhold(): void {
    this.withheld = true
    if (this.slab) this.limits.slabs.give(this.slab)
    this.slab = undefined
    this.chunks = NO_CHUNKS
    this.kept = 0
  }

  isWithheld(): boolean {
    return this.withheld
  }

  private keep(part: Uint8Array): void {
    if (!this.slab && !this.mayHold(part)) this.moveToSlab()
    if (this.slab) this.slab.set(part, this.kept)
    else if (this.kept === 0) this.chunks = [part]
    else this.chunks.push(part)
    this.kept += part.length
  }

  /** A chunk may be a small part of what it keeps in memory. */
  private mayHold(part: Uint8Array): boolean {
    this.held += part.buffer.byteLength
    return this.held <= MOST_HELD_BYTES && this.chunks.length < MOST_CHUNKS
  }

  private moveToSlab(): void {
    const slab = this.limits.slabs.take()
    copyAll(this.chunks, slab, 0)
    this.slab = slab
    this.chunks = NO_CHUNKS
  }
}

function copyAll(chunks: readonly Uint8Array[], to: Buffer, at: number): void {
  let end = at
  for (const chunk of chunks) {
    to.set(chunk, end)
    end += chunk.length
  }
}

/** @param isRead whether what is left to record is known: false when a secret could not be taken out */
export function describeBody(sink: BodySink, isRead: boolean): BodyCapture {
  const length = sink.length()
  if (length === 0) return { state: 'none', length, truncated: false }
  if (sink.isWithheld()) return { state: 'withheld', length, truncated: false }
  return { state: isRead ? 'captured' : 'unreadable', length, truncated: sink.isTruncated() }
}
