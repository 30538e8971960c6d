import { type PromiseVerdict, verdict } from '../verdict.ts'

/** The most memory that a process was seen with, files aside. */
export type MemoryPeak = { name: string; bytes: number }

const MEGABYTE = 1024 ** 2
const mega = (bytes: number): string => (bytes / MEGABYTE).toFixed(0)

/** No process needs more memory than it is given (G11): where there is no more, it would be ended for it. */
export function judgeMemory(peaks: readonly MemoryPeak[], limitBytes: number): PromiseVerdict {
  const [most] = peaks.toSorted((a, b) => b.bytes - a.bytes)
  return verdict(
    'O',
    `${mega(most?.bytes ?? 0)} MB at most (${most?.name ?? 'nobody'})`,
    peaks
      .filter(({ bytes }) => bytes > limitBytes)
      .map(({ name, bytes }) => `${name} had ${mega(bytes)} MB, more than ${mega(limitBytes)}`),
  )
}
