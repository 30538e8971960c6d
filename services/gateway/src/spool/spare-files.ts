import { removeSegment, removeSegmentLater, reuseSegment, type Segment } from './segment-files.ts'

/**
 * Files of segments that are done with, kept to be written over: to make, fill and free a file costs a request with large
 * bodies as much as what is written. Whatever goes first is the oldest, so that no end of a write goes before its beginning.
 */
export type SpareFiles = {
  /** Keeps the file of a segment that nobody needs any more. */
  add(segment: Segment): void
  /** Begins a segment in the oldest of them. @returns undefined when there is none, or one that is older still goes */
  reuse(directory: string, number: number): Segment | undefined
  /** @returns whether there were any */
  removeAll(): boolean
}

/** So many are used in turn with the one that is written, where what is written is sent at once. */
const MAX_SPARE_FILES = 2

export function createSpareFiles(): SpareFiles {
  const spares: Segment[] = []
  let removals = Promise.resolve()
  let removing = 0

  function removeOldest(oldest: Segment): void {
    removing += 1
    removals = removals
      .then(() => removeSegmentLater(oldest))
      .then(() => {
        removing -= 1
      })
  }

  return {
    add(segment) {
      spares.push(segment)
      if (spares.length > MAX_SPARE_FILES) removeOldest(spares.shift() ?? segment)
    },
    reuse(directory, number) {
      const [oldest] = spares
      if (!oldest || removing > 0) return undefined
      const segment = reuseSegment(oldest, directory, number)
      spares.shift()
      return segment
    },
    removeAll() {
      const all = spares.splice(0)
      for (const spare of all) removeSegment(spare)
      return all.length > 0
    },
  }
}
