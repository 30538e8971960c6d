import type { BodyCapture } from '@sluice/contracts'
import type { SlabPool } from './slab-pool.ts'

const NO_BYTES = Buffer.alloc(0)
const NO_CHUNKS: Uint8Array[] = []
/** A body that is larger is gathered in a slab as it comes; the chunks of others are held. */
const HELD_BYTES = 16 * 1024

/** `slabs`: as long as `limit`. */
type BodyLimits = { limit: number; slabs: SlabPool }

/** Keeps the beginning of a body while it passes by, and counts the rest. */
export class BodySink {
  private readonly limits: BodyLimits
  private chunks = NO_CHUNKS
  private slab: Buffer | undefined
  private kept = 0
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

  /** What is kept; it stays as it is until `withhold`. */
  bytes(): Buffer {
    if (this.slab) return this.slab.subarray(0, this.kept)
    const [first, ...others] = this.chunks
    if (!first) return NO_BYTES
    if (others.length > 0) return Buffer.concat(this.chunks, this.kept)
    return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
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
    if (!this.slab && this.kept + part.length > HELD_BYTES) this.moveToSlab()
    if (this.slab) this.slab.set(part, this.kept)
    else if (this.kept === 0) this.chunks = [part]
    else this.chunks.push(part)
    this.kept += part.length
  }

  private moveToSlab(): void {
    const slab = this.limits.slabs.take()
    let at = 0
    for (const chunk of this.chunks) {
      slab.set(chunk, at)
      at += chunk.length
    }
    this.slab = slab
    this.chunks = NO_CHUNKS
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
