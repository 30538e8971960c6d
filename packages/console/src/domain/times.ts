const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** Says how far off a time is, in words: `in 7 days`, `3 minutes ago`. @param at epoch ms, as `now` is */
export function relativeTime(at: number, now: number, locale?: string): string {
  const seconds = Math.round((at - now) / 1_000)
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.round(seconds / size), unit)
}

/** A day, with its year where it is another one: `23 Nov`. */
export function shortDay(at: number, now: number, locale?: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const year = isThisYear ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year }).format(at)
}

/** A time to the second, with its zone. */
export const exactTime = (at: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at)

/** The time of a day, to the minute. */
export const clockTime = (at: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)

/** The same to the second. */
export const secondsTime = (at: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)

/** The time of a day, with the day where it is another one. */
export const moment = (at: number, now: number, locale?: string): string =>
  new Date(at).toDateString() === new Date(now).toDateString()
    ? clockTime(at, locale)
    : `${shortDay(at, now, locale)} ${clockTime(at, locale)}`

/** Seconds that are left, up to the next whole step: so that a screen reader is told once a step, and not of each second. */
export const secondsInSteps = (seconds: number, step: number): number => Math.ceil(seconds / step) * step

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A time as the browser's own field for times takes it: local, to the minute. */
export function fieldTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
