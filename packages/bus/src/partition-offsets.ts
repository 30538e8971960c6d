import { createOffsetWindow, type OffsetEntry } from './offset-window.ts'

/** The offsets of one partition from the lowest incomplete one on. Offsets may have gaps and come again. */
export function createPartitionOffsets(start: bigint) {
  const window = createOffsetWindow()
  /** Still open here, though the partition stands elsewhere: holds nothing up, and is not started again. */
  const strays = new Map<bigint, OffsetEntry>()
  /** Everything from `base` up to the watermark is known to be done; `next` is above everything that was seen. */
  let base = start
  let next = start
  let open = 0
  let bytes = 0

  const watermark = () => window.first()?.offset ?? next

  function count(entry: OffsetEntry, sign: 1 | -1) {
    open += sign
    bytes += sign * entry.bytes
  }

  function leaveBelow(offset: bigint) {
    for (const entry of window.takeBelow(offset)) if (entry.state === 'open') strays.set(entry.offset, entry)
    window.dropDone()
  }

  function end(offset: bigint, state: 'done' | 'abandoned') {
    const entry = window.get(offset) ?? strays.get(offset)
    if (entry?.state !== 'open') return
    entry.state = state
    count(entry, -1)
    strays.delete(offset)
    window.dropDone()
  }

  function add(entry: OffsetEntry) {
    window.add(entry)
    if (next <= entry.offset) next = entry.offset + 1n
  }

  return {
    /** The group stands at `offset` now. Where that is before what was known, it is all read again. */
    startAt(offset: bigint) {
      const isRewound = offset < base
      if (isRewound || offset > watermark()) base = offset
      leaveBelow(isRewound ? next : offset)
      if (isRewound || next < offset) next = offset
    },

    /** @returns whether it is to be handled now: not when it is open or done */
    open(offset: bigint, size: number): boolean {
      const entry = strays.get(offset) ?? window.get(offset)
      if (strays.delete(offset) && entry) add(entry)
      if (offset < watermark() || (entry && entry.state !== 'abandoned')) return false
      const opened = entry ?? { offset, bytes: size, state: 'open' }
      opened.state = 'open'
      count(opened, 1)
      if (!entry) add(opened)
      return true
    },

    complete: (offset: bigint) => end(offset, 'done'),
    abandon: (offset: bigint) => end(offset, 'abandoned'),
    watermark,
    openRecords: () => open,
    heldRecords: () => window.size(),
    openBytes: () => bytes,
  }
}
export type PartitionOffsets = ReturnType<typeof createPartitionOffsets>
