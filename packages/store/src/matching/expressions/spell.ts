import { InvalidQueryError } from '../../errors.ts'
import { numericOf } from '../values/numbers.ts'
import { typeOf } from '../values/value.ts'

/** A date as `$dateToString` writes it where no form is asked for. @throws InvalidQueryError beyond the years 0 to 9999 */
function isoText(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  if (text.length === 24) return text
  throw new InvalidQueryError('A date has to lie within the years 0 to 9999 to be written.')
}

/** A value as a text, where an operator on texts takes more than these. */
export function spell(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return isoText(value)
  const numeric = numericOf(value)
  if (numeric !== undefined) return Object.is(numeric, -0) ? '-0' : String(numeric)
  throw new InvalidQueryError(`A value of type ${typeOf(value)} can't be a string here.`)
}
