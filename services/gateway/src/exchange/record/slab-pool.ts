/** Buffers of one length that are used again: fresh ones of 64 KiB cost a request more than what is done with them. */
export type SlabPool = {
  /** What is in it is anything. */
  take(): Buffer
  /** From here on it is somebody else's. */
  give(slab: Buffer): void
}

/** @param kept at most so many wait for their next use */
export function createSlabPool(bytes: number, kept: number): SlabPool {
  const free: Buffer[] = []
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(bytes),
    give(slab) {
      if (free.length < kept) free.push(slab)
    },
  }
}
