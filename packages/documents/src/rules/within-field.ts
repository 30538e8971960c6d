import type { Document } from '@sluice/store'
import { joinPath } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'

/** A filter stands on an operator that says nothing of fields. */
class UnmovableFilterError extends Error {
  override name = 'UnmovableFilterError'
}

/**
 * The same filter for documents that hold the one it is about in a field: `{a: 1}` becomes `{'field.a': 1}`.
 * @throws UnmovableFilterError for an operator at the top that is not `$and`, `$or` or `$nor`
 */
export function withinField(filter: Document, field: string): Document {
  const moved = Object.entries(filter).map(([name, condition]) =>
    name.startsWith('$')
      ? ([name, moveBranches(name, condition, field)] as const)
      : ([joinPath(field, name), condition] as const),
  )
  return Object.fromEntries(moved)
}

function moveBranches(operator: string, branches: unknown, field: string): Document[] {
  const isLogical = ['$and', '$or', '$nor'].includes(operator)
  if (!isLogical || !Array.isArray(branches) || !branches.every(isDocument)) {
    throw new UnmovableFilterError(`${operator} can not be asked of a document inside another one.`)
  }
  return branches.map(branch => withinField(branch, field))
}
