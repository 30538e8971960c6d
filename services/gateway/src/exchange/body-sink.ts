import type { BodyCapture } from '@sluice/contracts'

/** Keeps the beginning of a body while it passes by, and counts the rest. */
export type BodySink = {
  add(chunk: Uint8Array): void
  length(): number
  isTruncated(): boolean
  bytes(): Buffer
  /** Forgets the bytes: from now on the length is counted only. */
  withhold(): void
  isWithheld(): boolean
}

const NO_BYTES = Buffer.alloc(0)

export function createBodySink(limit: number, isWithheld: boolean): BodySink {
  let chunks: Uint8Array[] = []
  let kept = 0
  let length = 0
  let withheld = isWithheld
  return {
    add(chunk) {
      length += chunk.length
      if (withheld || kept >= limit) return
      const part = chunk.length > limit - kept ? chunk.subarray(0, limit - kept) : chunk
      chunks.push(part)
      kept += part.length
    },
    length: () => length,
    isTruncated: () => length > limit,
    bytes: () => (chunks.length === 0 ? NO_BYTES : Buffer.concat(chunks, kept)),
    withhold() {
      withheld = true
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
