const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

const distances = new Map<string | undefined, Intl.RelativeTimeFormat>()

function distanceFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  const known = distances.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  distances.set(locale, known)
  return known
}

/** Says how far off a time is, in words: `in 7 days`, `3 minutes ago`. @param at epoch ms, as `now` is */
export function relativeTime(at: number, now: number, locale?: string): string {
  const seconds = Math.round((at - now) / 1_000)
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return distanceFormat(locale).format(Math.round(seconds / size), unit)
}

/** Whether times are told in UTC; otherwise as the browser's own zone has them. */
let isUtc = false

/** Tells times in UTC from now on, or as the browser has them again. */
export function tellUtc(wanted: boolean): void {
  isUtc = wanted
}

/** Holds one formatter for each form of a time below: making it takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions, at: number, locale?: string): string {
  const wanted = { ...options, ...(isUtc && { timeZone: 'UTC' }) }
  const name = JSON.stringify([locale, wanted])
  const known = formats.get(name) ?? new Intl.DateTimeFormat(locale, wanted)
  formats.set(name, known)
  return known.format(at)
}

const yearOf = (at: number): number => (isUtc ? new Date(at).getUTCFullYear() : new Date(at).getFullYear())

/** Whether both are on one day, as days are told. */
export const isSameDay = (one: number, other: number): boolean =>
  isUtc
    ? new Date(one).toISOString().slice(0, 10) === new Date(other).toISOString().slice(0, 10)
    : new Date(one).toDateString() === new Date(other).toDateString()

/** A day, with its year where it is another one: `23 Nov`. */
export function shortDay(at: number, now: number, locale?: string): string {
  const year = yearOf(at) === yearOf(now) ? undefined : 'numeric'
  return format({ day: 'numeric', month: 'short', year }, at, locale)
}

/** A time to the second, with its zone. */
export const exactTime = (at: number, locale?: string): string =>
  format({ dateStyle: 'medium', timeStyle: 'long' }, at, locale)

/** The time of a day, to the minute. */
export const clockTime = (at: number, locale?: string): string =>
  format({ hour: '2-digit', minute: '2-digit' }, at, locale)

/** The same to the second. */
export const secondsTime = (at: number, locale?: string): string =>
  format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, at, locale)

/** The time of a day, with the day where it is another one. */
export const moment = (at: number, now: number, locale?: string): string =>
  isSameDay(at, now) ? clockTime(at, locale) : `${shortDay(at, now, locale)} ${clockTime(at, locale)}`

/** Seconds that are left, up to the next whole step: so that a screen reader is told once a step, and not of each second. */
export const secondsInSteps = (seconds: number, step: number): number => Math.ceil(seconds / step) * step

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A time as the browser's own field for times takes it: to the minute, without its zone. */
export function fieldTime(at: number): string {
  const date = new Date(at)
  if (isUtc) return date.toISOString().slice(0, 16)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Reads what the browser's own field for times gives. @returns epoch ms, or undefined where it is no time */
export function readFieldTime(text: string): number | undefined {
  const at = text === '' ? Number.NaN : new Date(isUtc ? `${text}Z` : text).getTime()
  return Number.isNaN(at) ? undefined : at
}
