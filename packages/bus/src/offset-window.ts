export type OffsetEntry = { offset: bigint; bytes: number; state: 'open' | 'done' | 'abandoned' }

const COMPACT_AT = 1_024

/** Entries in the order of their offsets: taken from the front, added at the end, seldom in between. */
export function createOffsetWindow() {
  let entries: OffsetEntry[] = []
  let head = 0
  const byOffset = new Map<bigint, OffsetEntry>()

  function dropFirst() {
    const first = entries[head]
    if (first) byOffset.delete(first.offset)
    head++
    if (head < COMPACT_AT || head * 2 < entries.length) return
    entries = entries.slice(head)
    head = 0
  }

  return {
    first: () => entries[head],
    get: (offset: bigint) => byOffset.get(offset),
    size: () => entries.length - head,

    add(entry: OffsetEntry) {
      byOffset.set(entry.offset, entry)
      const below = entries.findLastIndex((other, index) => index < head || other.offset < entry.offset)
      if (below === entries.length - 1) entries.push(entry)
      else entries.splice(below + 1, 0, entry)
    },

    /** Removes what is below `offset` and gives it back. */
    takeBelow(offset: bigint): OffsetEntry[] {
      const taken: OffsetEntry[] = []
      for (let first = entries[head]; first && first.offset < offset; first = entries[head]) {
        taken.push(first)
        dropFirst()
      }
      return taken
    },

    /** Removes what is done from the front. */
    dropDone() {
      while (entries[head]?.state === 'done') dropFirst()
    },
  }
}
