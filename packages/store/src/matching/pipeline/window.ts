import { InvalidQueryError } from '../../errors.ts'

/** A skip or limit; 0 when it is not given. */
export function wholeNumber(name: string, value: number | undefined): number {
  if (value === undefined) return 0
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidQueryError(`${name} is a whole number of at least 0.`)
  return value
}
