import { findErrorBy } from '@platformatic/kafka'

/** Whether the error, or one of those it stands for, is one of these: names as in `OFFSET_OUT_OF_RANGE`. */
export function isProtocolError(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.some(name => findErrorBy(error, 'apiId', name) !== null)
}
