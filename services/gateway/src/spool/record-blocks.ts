import { lengthOf, RECORD_HEADER_BYTES } from '../domain/spool-codec.ts'

/** Memory in which the records that wait for the disk stand as they will stand there, one behind the other. */
export type RecordBlocks = {
  /** Copies a record behind those that wait. @returns its bytes, of which the header is still to be filled in */
  add(parts: readonly Uint8Array[]): Buffer
  /** All that waits, in order and in as few pieces as there are. */
  waiting(): readonly Uint8Array[]
  /** Nothing waits any more: it was written, or given up. What was added stays as it is. */
  clear(): void
}

/** A block is begun when the one before has no room left. */
const BLOCK_BYTES = 256 * 1024

/** `from`: where the bytes begin that wait; `to`: where they end, and free room begins. */
type RecordBlock = { bytes: Buffer; from: number; to: number }

export function createRecordBlocks(): RecordBlocks {
  let blocks: RecordBlock[] = []
  let current: RecordBlock = { bytes: Buffer.alloc(0), from: 0, to: 0 }

  function blockFor(length: number): RecordBlock {
    if (current.bytes.length - current.to >= length) return current
    current = { bytes: Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length)), from: 0, to: 0 }
    blocks.push(current)
    return current
  }

  return {
    add(parts) {
      const length = RECORD_HEADER_BYTES + lengthOf(parts)
      const block = blockFor(length)
      const start = block.to
      let at = start + RECORD_HEADER_BYTES
      for (const part of parts) {
        block.bytes.set(part, at)
        at += part.length
      }
      block.to = at
      return block.bytes.subarray(start, at)
    },
    waiting: () => blocks.filter(({ from, to }) => to > from).map(({ bytes, from, to }) => bytes.subarray(from, to)),
    clear() {
      current.from = current.to
      blocks = [current]
    },
  }
}
