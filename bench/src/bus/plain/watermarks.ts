/** The lowest offset of each partition that is not done: what a consumer of the plain API has to keep by itself. */
export function createWatermarks() {
  const partitions = new Map<number, { open: Set<bigint>; next: bigint }>()

  return {
    begin(partition: number, offset: bigint) {
      const known = partitions.get(partition) ?? { open: new Set(), next: 0n }
      known.open.add(offset)
      if (offset >= known.next) known.next = offset + 1n
      partitions.set(partition, known)
    },
    end: (partition: number, offset: bigint) => void partitions.get(partition)?.open.delete(offset),
    all: () => [...partitions].map(([partition, { open, next }]) => ({ partition, offset: lowest(open) ?? next })),
    openCount: () => [...partitions.values()].reduce((sum, { open }) => sum + open.size, 0),
  }
}

function lowest(offsets: ReadonlySet<bigint>): bigint | undefined {
  let least: bigint | undefined
  for (const offset of offsets) if (least === undefined || offset < least) least = offset
  return least
}
