import { RECORD_HEADER_BYTES, type RecordPayload, type RecordPlace } from '../domain/spool-codec.ts'

/**
 * Memory in which the records that wait for the disk stand as they will stand there, one behind the other. Blocks are used
 * again: fresh ones cost a request with large bodies more than what is written to them.
 */
export type RecordBlocks = {
  /** Writes a record behind those that wait. @returns where it is; its header is still to be filled in */
  add(payload: RecordPayload): RecordPlace
  /** All that waits, in order and in as few pieces as there are. */
  waiting(): readonly Uint8Array[]
  /** Nothing waits any more: it was written, or given up. What was added stays as it is. */
  clear(): void
  /** Nobody needs what stands before this block any more; without one, what does not wait. Those blocks are written over. */
  reuseBefore(block: Buffer | undefined): void
  /** Somebody may keep parts of what was added so far for longer than anybody knows: none of it is ever written over. */
  leave(): void
}

/** A block is begun when the one before has no room left. */
const BLOCK_BYTES = 256 * 1024
const MAX_FREE_BLOCKS = 16
/** Twice what is kept of what was written (`written-records.ts`). What was written before is used by nobody again. */
const MAX_USED_BLOCKS = 32

/** `from`: where the bytes begin that wait; `to`: where they end, and free room begins. */
type RecordBlock = { bytes: Buffer; from: number; to: number; isLeft: boolean }

export function createRecordBlocks(): RecordBlocks {
  let blocks: RecordBlock[] = []
  let current: RecordBlock = { bytes: Buffer.alloc(0), from: 0, to: 0, isLeft: true }
  /** Blocks in which nothing waits, in their order, the last ones. */
  let used: RecordBlock[] = []
  const free: Buffer[] = []

  function blockFor(length: number): RecordBlock {
    if (current.bytes.length - current.to >= length) return current
    const bytes = length <= BLOCK_BYTES ? free.pop() : undefined
    current = { bytes: bytes ?? Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length)), from: 0, to: 0, isLeft: false }
    blocks.push(current)
    return current
  }

  function release({ bytes, isLeft }: RecordBlock): void {
    if (!isLeft && bytes.length === BLOCK_BYTES && free.length < MAX_FREE_BLOCKS) free.push(bytes)
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
      used.push(...blocks.filter(block => block !== current))
      used.splice(0, used.length - MAX_USED_BLOCKS)
      blocks = [current]
    },
    reuseBefore(block) {
      const isBehind = block === undefined || blocks.some(({ bytes }) => bytes === block)
      const place = isBehind ? used.length : used.findIndex(({ bytes }) => bytes === block)
      for (const done of used.splice(0, Math.max(0, place))) release(done)
    },
    leave() {
      used = []
      for (const block of blocks) block.isLeft = true
      current.isLeft = true
    },
  }
}
