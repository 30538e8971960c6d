import { usageError } from './cli-error.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Reads a time as people write it. @param text like `90s`, `10m`, `1h`, `2d`. @throws CliError */
export function secondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count === undefined) throw usageError(`"${text}" is no time. Write it like 90s, 10m, 1h or 2d.`)
  return Number(count) * (UNITS[unit] ?? 1)
}
