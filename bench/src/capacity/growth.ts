import { digits, printTable } from '../bus/figures.ts'

/** Bytes of each kind: live, resident, on disk. */
type Reading = Readonly<Record<string, number>>

type Growth = {
  /** So many of what, and where. */
  what: string
  /** Figures are told for so many. */
  per: number
  sizes: readonly [number, number]
  read(): Promise<Reading>
  growTo(count: number): Promise<void>
}

/** How much more there was at each size than at the start. */
export type Grown = Pick<Growth, 'what' | 'per' | 'sizes'> & { kind: string; bytes: readonly [number, number] }

const KILOBYTE = 1024
/** What a process differs by from one look to the next, whatever it holds. */
const NOISE_BYTES = KILOBYTE ** 2

/** Reads what is held before, and at two sizes. */
export async function measureGrowth({ what, per, sizes, read, growTo }: Growth): Promise<Grown[]> {
  const before = await read()
  const readAt = async (size: number) => {
    await growTo(size)
    return read()
  }
  const [small, large] = [await readAt(sizes[0]), await readAt(sizes[1])]
  const added = (reading: Reading, kind: string) => (reading[kind] ?? Number.NaN) - (before[kind] ?? Number.NaN)
  return Object.keys(before).map(kind => ({ what, per, sizes, kind, bytes: [added(small, kind), added(large, kind)] }))
}

/** For each: what one size says of a unit, what the other says, and how far a straight line through the first misses the second. */
export function printGrowth(grown: readonly Grown[]): void {
  printTable({
    title: 'What is held more, in kB; `error`: of what the first size foretells at the second',
    columns: ['', 'bytes', 'sizes', 'at the first', 'at the second', 'error'],
    rows: grown.map(({ what, per, kind, sizes, bytes }) => {
      const [small, large] = [bytes[0] / sizes[0], bytes[1] / sizes[1]]
      const kilobytes = (each: number) => digits((each * per) / KILOBYTE)
      const error = Math.abs(bytes[1]) < NOISE_BYTES ? 'below 1 MB' : `${digits(100 * (small / large - 1))} %`
      return [`${per} ${what}`, kind, sizes.join(', '), kilobytes(small), kilobytes(large), error]
    }),
  })
}
