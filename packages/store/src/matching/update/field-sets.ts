import { InvalidQueryError } from '../../errors.ts'
import type { Document, FieldSets } from '../../port.ts'
import { compareStrings } from '../values/compare.ts'

/** @throws InvalidQueryError for a filter by `_id`, and for what are no fields of a document with an `_id` of its own */
export function checkFieldSets(filter: Document, sets: FieldSets): void {
  if (Object.hasOwn(filter, '_id')) throw new InvalidQueryError('The _ids are those of the fields to set.')
  for (const fields of sets.values()) {
    const names = Object.keys(fields)
    if (names.length === 0) throw new InvalidQueryError('There is no field to set.')
    for (const name of names) checkName(name)
  }
}

function checkName(name: string): void {
  if (name === '_id') throw new InvalidQueryError('The _id of a document does not change.')
  if (name === '' || name.startsWith('$') || name.includes('.')) {
    throw new InvalidQueryError(`Not the name of a field: "${name}".`)
  }
}

/** The same fields in the order in which an update adds those that are new. */
export const inUpdateOrder = (fields: Document): Document =>
  Object.fromEntries(Object.entries(fields).sort(([left], [right]) => compareStrings(left, right)))
