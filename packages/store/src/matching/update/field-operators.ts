import { Int32, Long, Timestamp } from 'bson'
import { InvalidQueryError } from '../../errors.ts'
import { add, multiply } from '../expressions/arithmetic.ts'
import { compareValues } from '../values/compare.ts'
import { numericOf } from '../values/numbers.ts'
import { isDocument } from '../values/value.ts'
import { getAt, setAt, unsetAt } from '../values/write-path.ts'
import type { DocumentChange, UpdateOperator } from './update-operator.ts'

function requireNumber(operator: string, argument: unknown): void {
  if (numericOf(argument) === undefined) throw new InvalidQueryError(`${operator} needs a number.`)
}

const inc: UpdateOperator = (path, argument) => {
  requireNumber('$inc', argument)
  return document => {
    const current = getAt(document, path)
    setAt(document, path, current === undefined ? argument : add('$inc', current, argument))
  }
}

const mul: UpdateOperator = (path, argument) => {
  requireNumber('$mul', argument)
  return document => {
    const current = getAt(document, path)
    setAt(document, path, multiply('$mul', current === undefined ? new Int32(0) : current, argument))
  }
}

/** `$min` and `$max`: sets the value where it comes before (-1) or after (1) the present one. */
const extreme =
  (wanted: -1 | 1): UpdateOperator =>
  (path, argument) =>
  document => {
    const current = getAt(document, path)
    if (current === undefined || compareValues(argument, current) === wanted) setAt(document, path, argument)
  }

let timestampCount = 0

function timestampAt(now: Date): Timestamp {
  timestampCount = (timestampCount % 1_000_000) + 1
  return new Timestamp(new Long(timestampCount, Math.floor(now.getTime() / 1000)))
}

const currentDate: UpdateOperator = (path, argument) => {
  const type = isDocument(argument) ? argument.$type : argument
  if (typeof argument === 'boolean' || type === 'date') return (document, { now }) => setAt(document, path, now)
  if (type === 'timestamp') return (document, { now }) => setAt(document, path, timestampAt(now))
  throw new InvalidQueryError('$currentDate takes true, {$type: "date"} or {$type: "timestamp"}.')
}

const rename: UpdateOperator = (path, argument) => {
  if (
    typeof argument !== 'string' ||
    argument === '' ||
    argument.split('.').some(part => part === '' || part[0] === '$')
  ) {
    throw new InvalidQueryError('$rename needs the new name as a non-empty string.')
  }
  return document => {
    const value = getAt(document, path)
    if (value === undefined) return
    unsetAt(document, path)
    setAt(document, argument, value)
  }
}

const set =
  (path: string, argument: unknown): DocumentChange =>
  document =>
    setAt(document, path, argument)

/** The allow-list of update operators on fields. */
export const FIELD_OPERATORS: Record<string, UpdateOperator> = {
  $set: set,
  $setOnInsert:
    (path, argument) =>
    (document, { isInsert }) => {
      if (isInsert) setAt(document, path, argument)
    },
  $unset: path => document => unsetAt(document, path),
  $inc: inc,
  $mul: mul,
  $min: extreme(-1),
  $max: extreme(1),
  $rename: rename,
  $currentDate: currentDate,
}
