import { InvalidQueryError } from '../../errors.ts'
import { isNothing } from './operator.ts'

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
const MAX_ZONES = 1000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far a time zone is ahead of UTC at an instant, in ms. @param zone an offset, or a name of the tz database */
export function offsetAt(zone: unknown, epochMs: number): number {
  if (isNothing(zone)) return 0
  if (typeof zone !== 'string') throw new InvalidQueryError('A timezone is a string.')
  return fixedOffset(zone) ?? localMs(clockOf(zone), epochMs) - Math.floor(epochMs / 1000) * 1000
}

function fixedOffset(zone: string): number | undefined {
  if (['Z', 'UTC', 'GMT'].includes(zone)) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  if (!sign) return undefined
  return sign === '-' ? -ahead : ahead
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const parts = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  try {
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', ...parts })
    if (clocks.size >= MAX_ZONES) clocks.clear()
    clocks.set(timeZone, clock)
    return clock
  } catch {
    throw new InvalidQueryError(
      'The timezone is not known. Give an offset such as "+02:00", or a name such as "Europe/Rome".',
    )
  }
}

/** What the clock shows, as if it were UTC. */
function localMs(clock: Intl.DateTimeFormat, epochMs: number): number {
  const shown = new Map(clock.formatToParts(epochMs).map(({ type, value }) => [type, value]))
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(shown.get(name))
  const year = shown.get('era') === 'BC' ? 1 - part('year') : part('year')
  const date = new Date(0)
  date.setUTCFullYear(year, part('month') - 1, part('day'))
  return date.setUTCHours(part('hour'), part('minute'), part('second'), 0)
}

/** The instant at which the clocks of a zone show this; of two the one that the offset in force says. */
export function instantOf(zone: unknown, local: number): number {
  const guess = local - offsetAt(zone, local)
  return local - offsetAt(zone, guess)
}
