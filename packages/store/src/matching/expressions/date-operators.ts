import { Long, ObjectId, Timestamp } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import { isDocument, typeOf } from '../values/value.ts'
import { formatDate } from './format-date.ts'
import { isoWeek } from './iso-week.ts'
import { DAY_MS, instantOf, offsetAt } from './local-time.ts'
import {
  byName,
  type ExpressionOperator,
  isNothing,
  MANY,
  type OperatorTable,
  onValues,
  readNamed,
  wholeOf,
} from './operator.ts'

function millisOf(operator: string, value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (value instanceof ObjectId) return value.getTimestamp().getTime()
  if (value instanceof Timestamp) return value.getHighBitsUnsigned() * 1000
  throw new InvalidQueryError(`${operator} needs a date, and here is a value of type ${typeOf(value)}.`)
}

/** What the clocks of a zone show at a date, as if it were UTC. */
function localDate(operator: string, value: unknown, zone: unknown): Date {
  const epochMs = millisOf(operator, value)
  return new Date(epochMs + offsetAt(zone, epochMs))
}

/** A part of a date, which is given alone or with a timezone. */
const part = (operator: string, read: (local: Date) => number | Long): ExpressionOperator => ({
  ...onValues(1, MANY, ([date, zone]) =>
    isNothing(date) || zone === null ? null : read(localDate(operator, date, zone)),
  ),
  named: argument => {
    if (isDocument(argument) && Object.hasOwn(argument, 'date')) {
      return readNamed(operator, argument, { needed: ['date'], optional: ['timezone'] })
    }
    return Array.isArray(argument) ? argument : [argument]
  },
})

const dayOfYear = (local: Date): number =>
  (Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - Date.UTC(local.getUTCFullYear(), 0, 1)) /
    DAY_MS +
  1

function dateToString([date, format, zone, onNull]: readonly unknown[]): unknown {
  if (isNothing(date)) return onNull ?? null
  if (format === null || zone === null) return null
  if (format !== undefined && typeof format !== 'string')
    throw new InvalidQueryError('The format of $dateToString is a string.')
  const local = localDate('$dateToString', date, zone)
  const isUtc = zone === undefined
  return formatDate(format ?? `%Y-%m-%dT%H:%M:%S.%L${isUtc ? 'Z' : ''}`, local, offsetAt(zone, millisOf('', date)))
}

const FIXED_MS: Readonly<Record<string, number>> = { hour: 3_600_000, minute: 60_000, second: 1000, millisecond: 1 }
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const UNITS = [...Object.keys(FIXED_MS), ...Object.keys(DAYS), ...Object.keys(MONTHS)]

function unitOf(operator: string, unit: unknown): string {
  if (typeof unit === 'string' && UNITS.includes(unit)) return unit
  throw new InvalidQueryError(`The unit of ${operator} is one of ${UNITS.join(', ')}.`)
}

function moved(operator: string, [date, unit, amount, zone]: readonly unknown[], sign: 1 | -1): unknown {
  if ([date, unit, amount].some(isNothing) || zone === null) return null
  const name = unitOf(operator, unit)
  const count = sign * wholeOf(operator, amount)
  const fixed = FIXED_MS[name]
  const epochMs = millisOf(operator, date)
  if (fixed) return validDate(operator, epochMs + count * fixed)
  const local = localDate(operator, date, zone)
  const days = DAYS[name]
  const shifted = days ? local.getTime() + count * days * DAY_MS : afterMonths(local, count * (MONTHS[name] ?? 0))
  return validDate(operator, instantOf(zone, shifted))
}

function validDate(operator: string, epochMs: number): Date {
  const date = new Date(epochMs)
  if (Number.isNaN(date.getTime())) throw new InvalidQueryError(`${operator} gives a date that is out of range.`)
  return date
}

/** The last day of a month that is shorter. */
function afterMonths(local: Date, months: number): number {
  const moved = new Date(local)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  return moved.setUTCDate(Math.min(local.getUTCDate(), last))
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function firstDayOf(operator: string, value: unknown): number {
  if (value === undefined) return 0
  const name = String(value).toLowerCase()
  const day = WEEKDAYS.findIndex(each => each === name || each.slice(0, 3) === name)
  if (day === -1) throw new InvalidQueryError(`The startOfWeek of ${operator} is the name of a day.`)
  return day
}

/** The number of a unit since 1970, in local time. */
function serial(unit: string, local: Date, firstDay: number): number {
  const months = local.getUTCFullYear() * 12 + local.getUTCMonth()
  const inMonths = MONTHS[unit]
  if (inMonths) return Math.floor(months / inMonths)
  // 1970 began on a Thursday.
  const days = Math.floor(local.getTime() / DAY_MS)
  if (unit === 'week') return Math.floor((days + 4 - firstDay) / 7)
  return unit === 'day' ? days : Math.floor(local.getTime() / (FIXED_MS[unit] ?? 1))
}

function difference([from, to, unit, zone, startOfWeek]: readonly unknown[]): unknown {
  if ([from, to, unit].some(isNothing) || zone === null || startOfWeek === null) return null
  const name = unitOf('$dateDiff', unit)
  const firstDay = firstDayOf('$dateDiff', startOfWeek)
  const at = (date: unknown) => serial(name, localDate('$dateDiff', date, zone), firstDay)
  return Long.fromNumber(at(to) - at(from))
}

function truncated([date, unit, binSize, zone, startOfWeek]: readonly unknown[]): unknown {
  if ([date, unit].some(isNothing) || [binSize, zone, startOfWeek].includes(null)) return null
  const name = unitOf('$dateTrunc', unit)
  if (binSize !== undefined && wholeOf('$dateTrunc', binSize) !== 1) {
    throw new UnsupportedByStoreError('A binSize of $dateTrunc other than 1')
  }
  const local = localDate('$dateTrunc', date, zone)
  const firstDay = firstDayOf('$dateTrunc', startOfWeek)
  return new Date(instantOf(zone, beginning(name, serial(name, local, firstDay), firstDay)))
}

/** Where a unit of this number begins, in local time. */
function beginning(unit: string, at: number, firstDay: number): number {
  const inMonths = MONTHS[unit]
  if (inMonths) {
    const date = new Date(0)
    return date.setUTCFullYear(Math.floor((at * inMonths) / 12), (at * inMonths) % 12, 1)
  }
  if (unit === 'week') return (at * 7 - 4 + firstDay) * DAY_MS
  return at * (unit === 'day' ? DAY_MS : (FIXED_MS[unit] ?? 1))
}

const ADDITION = { needed: ['startDate', 'unit', 'amount'], optional: ['timezone'] }
const DIFFERENCE = { needed: ['startDate', 'endDate', 'unit'], optional: ['timezone', 'startOfWeek'] }
const TRUNCATION = { needed: ['date', 'unit'], optional: ['binSize', 'timezone', 'startOfWeek'] }

/** Operators on dates. */
export const DATE_OPERATORS: OperatorTable = {
  $year: part('$year', local => local.getUTCFullYear()),
  $month: part('$month', local => local.getUTCMonth() + 1),
  $dayOfMonth: part('$dayOfMonth', local => local.getUTCDate()),
  $dayOfWeek: part('$dayOfWeek', local => local.getUTCDay() + 1),
  $dayOfYear: part('$dayOfYear', dayOfYear),
  $hour: part('$hour', local => local.getUTCHours()),
  $minute: part('$minute', local => local.getUTCMinutes()),
  $second: part('$second', local => local.getUTCSeconds()),
  $millisecond: part('$millisecond', local => local.getUTCMilliseconds()),
  $isoDayOfWeek: part('$isoDayOfWeek', local => local.getUTCDay() || 7),
  $isoWeek: part('$isoWeek', local => isoWeek(local).week),
  $isoWeekYear: part('$isoWeekYear', local => Long.fromNumber(isoWeek(local).year)),
  $dateToString: byName(
    '$dateToString',
    { needed: ['date'], optional: ['format', 'timezone', 'onNull'] },
    dateToString,
  ),
  $dateAdd: byName('$dateAdd', ADDITION, values => moved('$dateAdd', values, 1)),
  $dateSubtract: byName('$dateSubtract', ADDITION, values => moved('$dateSubtract', values, -1)),
  $dateDiff: byName('$dateDiff', DIFFERENCE, difference),
  $dateTrunc: byName('$dateTrunc', TRUNCATION, truncated),
}
