import type { Figure } from '../figure.ts'

/** Bytes of each kind: live, resident, on disk. */
type MemoryReading = Readonly<Record<string, number>>

type Growth = {
  /** So many of what, and where. */
  what: string
  /** Figures are told for so many. */
  per: number
  sizes: readonly [number, number]
  read(): Promise<MemoryReading>
  growTo(count: number): Promise<void>
}

/** How much more there was at each size than at the start. */
export type KindGrowth = Pick<Growth, 'what' | 'per' | 'sizes'> & { kind: string; bytes: readonly [number, number] }

const KILOBYTE = 1024
/** What a process differs by from one look to the next, whatever it holds. */
const NOISE_BYTES = KILOBYTE ** 2

/** Reads what is held before, and at two sizes. */
export async function measureGrowth({ what, per, sizes, read, growTo }: Growth): Promise<KindGrowth[]> {
  const before = await read()
  const readAt = async (size: number) => {
    await growTo(size)
    return read()
  }
  const small = await readAt(sizes[0])
  const large = await readAt(sizes[1])
  const added = (reading: MemoryReading, kind: string) => (reading[kind] ?? Number.NaN) - (before[kind] ?? Number.NaN)
  return Object.keys(before).map(kind => ({ what, per, sizes, kind, bytes: [added(small, kind), added(large, kind)] }))
}

/**
 * For each: what one size says of a unit, what the other says, and by how much a straight line through the first misses
 * the second; the last not where the second is less than a process differs by from one look to the next.
 */
export function growthFigures(grown: readonly KindGrowth[]): Figure[] {
  return grown.flatMap(({ what, per, kind, sizes, bytes }) => {
    const small = bytes[0] / sizes[0]
    const large = bytes[1] / sizes[1]
    const name = `${per} ${what} more, ${kind}`
    const kilobytes = (each: number, size: number): Figure => ({
      name: `${name}: by ${size} of them`,
      value: (each * per) / KILOBYTE,
      unit: 'kB',
      bar: '',
    })
    const figures = [kilobytes(small, sizes[0]), kilobytes(large, sizes[1])]
    if (Math.abs(bytes[1]) < NOISE_BYTES) return figures
    return [...figures, { name: `${name}: foretold wrong by`, value: 100 * (small / large - 1), unit: '%', bar: '' }]
  })
}
