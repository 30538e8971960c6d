import { InvalidQueryError } from '../../errors.ts'
import { isoWeek } from './iso-week.ts'
import { DAY_MS } from './local-time.ts'

type DateWriter = (local: Date, offsetMs: number) => string

const padded = (value: number, width: number): string => String(value).padStart(width, '0')

const dayOfYear = (local: Date): number =>
  Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS) + 1

/** Weeks begin on Sunday; what is before the first one is week 0. */
const weekOfYear = (local: Date): number => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7)

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000))
  return `${offsetMs < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}${padded(minutes % 60, 2)}`
}

function year(local: Date): string {
  const value = local.getUTCFullYear()
  if (value < 0 || value > 9999)
    throw new InvalidQueryError('A date has to lie within the years 0 to 9999 to be written.')
  return padded(value, 4)
}

const WRITERS: Readonly<Record<string, DateWriter>> = {
  Y: year,
  m: local => padded(local.getUTCMonth() + 1, 2),
  d: local => padded(local.getUTCDate(), 2),
  H: local => padded(local.getUTCHours(), 2),
  M: local => padded(local.getUTCMinutes(), 2),
  S: local => padded(local.getUTCSeconds(), 2),
  L: local => padded(local.getUTCMilliseconds(), 3),
  j: local => padded(dayOfYear(local), 3),
  w: local => String(local.getUTCDay() + 1),
  u: local => String(local.getUTCDay() || 7),
  U: local => padded(weekOfYear(local), 2),
  V: local => padded(isoWeek(local).week, 2),
  G: local => padded(isoWeek(local).year, 4),
  z: (_local, offsetMs) => offsetText(offsetMs),
  Z: (_local, offsetMs) => String(Math.round(offsetMs / 60_000)),
  '%': () => '%',
}

/** Writes a date by a form of `$dateToString`. @param local what the clocks show, as if it were UTC */
export function formatDate(format: string, local: Date, offsetMs: number): string {
  return format.replaceAll(/%(.?)/gs, (_whole, letter: string) => {
    const write = Object.hasOwn(WRITERS, letter) ? WRITERS[letter] : undefined
    if (!write) throw new InvalidQueryError(`$dateToString knows %${Object.keys(WRITERS).join(', %')}.`)
    return write(local, offsetMs)
  })
}
