import { Decimal128, Double, Long, ObjectId } from 'bson'

/** An expression on a document, and what it is by the documentation of MongoDB; undefined where nothing is there. */
export type ExpressionCase = readonly [sentence: string, expression: unknown, expected: unknown]

const long = (value: number) => Long.fromNumber(value)
const double = (value: number) => new Double(value)
const decimal = (text: string) => Decimal128.fromString(text)
const at = (text: string) => new Date(text)

/** Expressions that tell or change a type. */
export const CONVERSION_EXPRESSIONS: readonly ExpressionCase[] = [
  ['$type', { $type: '$half' }, 'double'],
  ['$type of what is missing', { $type: '$none' }, 'missing'],
  ['$isNumber', { $isNumber: '$price' }, true],
  ['$isNumber of a text', { $isNumber: '$text' }, false],
  ['$toString of a double', { $toString: '$half' }, '2.5'],
  ['$toString of a date', { $toString: '$when' }, '2024-02-29T13:45:30.123Z'],
  ['$toString of an ObjectId', { $toString: '$id' }, '65e08a800000000000000000'],
  ['$toString of null is null', { $toString: '$nothing' }, null],
  ['$toInt cuts off', { $toInt: '$half' }, 2],
  ['$toInt of a text', { $toInt: '-12' }, -12],
  ['$toLong', { $toLong: '$n' }, long(7)],
  ['$toLong of a date', { $toLong: '$when' }, long(Date.parse('2024-02-29T13:45:30.123Z'))],
  ['$toDouble', { $toDouble: '$n' }, double(7)],
  ['$toDouble of a text', { $toDouble: '2.5' }, 2.5],
  ['$toDecimal of a text', { $toDecimal: '1.10' }, decimal('1.10')],
  ['$toBool of a number', { $toBool: 0 }, false],
  ['$toBool of a text', { $toBool: 'false' }, true],
  ['$toDate of a text', { $toDate: '2024-02-29T13:45:30.123Z' }, at('2024-02-29T13:45:30.123Z')],
  ['$toDate of an ObjectId', { $toDate: '$id' }, at('2024-02-29T13:45:36.000Z')],
  ['$toObjectId', { $toObjectId: '65e08a800000000000000000' }, new ObjectId('65e08a800000000000000000')],
  ['$convert', { $convert: { input: '7', to: 'int' } }, 7],
  ['$convert falls back', { $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
  ['$convert of null', { $convert: { input: '$nothing', to: 'int', onNull: 0 } }, 0],
]

/** Expressions on dates. */
export const DATE_EXPRESSIONS: readonly ExpressionCase[] = [
  ['$dateToString by itself', { $dateToString: { date: '$when' } }, '2024-02-29T13:45:30.123Z'],
  [
    '$dateToString by a form',
    { $dateToString: { date: '$when', format: '%d.%m.%Y %H:%M:%S.%L %j %u %V %G %%' } },
    '29.02.2024 13:45:30.123 060 4 09 2024 %',
  ],
  [
    '$dateToString with an offset',
    { $dateToString: { date: '$when', format: '%H:%M %z', timezone: '+02:30' } },
    '16:15 +0230',
  ],
  [
    '$dateToString in a zone',
    { $dateToString: { date: '$when', format: '%H:%M', timezone: 'America/New_York' } },
    '08:45',
  ],
  ['$dateToString of null', { $dateToString: { date: '$nothing' } }, null],
  ['$dateToString of null as it says', { $dateToString: { date: '$nothing', onNull: 'never' } }, 'never'],
  ['$year', { $year: '$when' }, 2024],
  ['$month', { $month: '$when' }, 2],
  ['$dayOfMonth', { $dayOfMonth: '$when' }, 29],
  ['$dayOfMonth in a zone', { $dayOfMonth: { date: '$when', timezone: '+11:00' } }, 1],
  ['$dayOfWeek counts from Sunday', { $dayOfWeek: '$when' }, 5],
  ['$dayOfYear', { $dayOfYear: '$when' }, 60],
  ['$hour', { $hour: '$when' }, 13],
  ['$minute', { $minute: '$when' }, 45],
  ['$second', { $second: '$when' }, 30],
  ['$millisecond', { $millisecond: '$when' }, 123],
  ['$isoWeek', { $isoWeek: '$when' }, 9],
  ['$isoDayOfWeek', { $isoDayOfWeek: '$when' }, 4],
  ['$isoWeekYear is a long', { $isoWeekYear: at('2021-01-01T00:00:00Z') }, long(2020)],
  ['$year of null is null', { $year: '$nothing' }, null],
  ['$year of an ObjectId', { $year: '$id' }, 2024],
  [
    '$dateAdd clamps to the last day of a month',
    { $dateAdd: { startDate: at('2024-01-31T10:00:00Z'), unit: 'month', amount: 1 } },
    at('2024-02-29T10:00:00Z'),
  ],
  ['$dateAdd of hours', { $dateAdd: { startDate: '$when', unit: 'hour', amount: 11 } }, at('2024-03-01T00:45:30.123Z')],
  [
    '$dateAdd of days keeps the clock of a zone',
    { $dateAdd: { startDate: at('2024-03-09T12:00:00Z'), unit: 'day', amount: 1, timezone: 'America/New_York' } },
    at('2024-03-10T11:00:00Z'),
  ],
  ['$dateSubtract', { $dateSubtract: { startDate: '$when', unit: 'year', amount: 1 } }, at('2023-02-28T13:45:30.123Z')],
  [
    '$dateDiff counts borders',
    { $dateDiff: { startDate: at('2023-12-31T23:59:59Z'), endDate: '$when', unit: 'month' } },
    long(2),
  ],
  [
    '$dateDiff of weeks from Sunday',
    { $dateDiff: { startDate: at('2024-02-24T00:00:00Z'), endDate: at('2024-02-25T00:00:00Z'), unit: 'week' } },
    long(1),
  ],
  ['$dateTrunc to the month', { $dateTrunc: { date: '$when', unit: 'month' } }, at('2024-02-01T00:00:00Z')],
  [
    '$dateTrunc to the week from Monday',
    { $dateTrunc: { date: '$when', unit: 'week', startOfWeek: 'monday' } },
    at('2024-02-26T00:00:00Z'),
  ],
  ['$dateTrunc to the hour', { $dateTrunc: { date: '$when', unit: 'hour' } }, at('2024-02-29T13:00:00Z')],
  [
    '$dateTrunc to the day of a zone',
    { $dateTrunc: { date: '$when', unit: 'day', timezone: 'America/New_York' } },
    at('2024-02-29T05:00:00Z'),
  ],
]
