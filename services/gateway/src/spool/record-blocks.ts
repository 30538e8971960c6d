import { RECORD_HEADER_BYTES, type RecordPayload, type RecordPlace } from '../domain/spool-codec.ts'

/** Memory in which the records that wait for the disk stand as they will stand there, one behind the other. */
export type RecordBlocks = {
  /** Writes a record behind those that wait. @returns where it is; its header is still to be filled in */
  add(payload: RecordPayload): RecordPlace
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
    add(payload) {
      for (;;) {
        const block = blockFor(RECORD_HEADER_BYTES + payload.mostBytes())
        const { bytes, to: start } = block
        const end = payload.writeTo(bytes, start + RECORD_HEADER_BYTES)
        if (end === undefined) continue
        block.to = end
        return { block: bytes, start, end }
      }
    },
    waiting: () => blocks.filter(({ from, to }) => to > from).map(({ bytes, from, to }) => bytes.subarray(from, to)),
    clear() {
      current.from = current.to
      blocks = [current]
    },
  }
}
