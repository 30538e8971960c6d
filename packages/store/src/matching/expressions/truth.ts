import { numericOf } from '../values/numbers.ts'

/** The truth of an aggregation expression: only false, null, missing and zero are false. */
export function isTrue(value: unknown): boolean {
  const numeric = numericOf(value)
  if (numeric !== undefined) return Number(numeric.toString()) !== 0
  return value !== false && value !== null && value !== undefined
}
