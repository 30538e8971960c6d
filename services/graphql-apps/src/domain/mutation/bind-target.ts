import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ABSENT, type FillClause, type FilterTemplate, fillFilter } from '../model/filter-template.ts'
import { badInput } from '../model/hole-values.ts'
import { type Arguments, filterFill } from './arguments.ts'
import { faultOfStored } from './stored-value.ts'

type TargetTemplate = { filter: FilterTemplate; upsert?: boolean }

/** The documents that a write is about. @throws GraphQLError when all conditions went with their arguments */
export function bindTarget({ filter, upsert = false }: TargetTemplate, given: Arguments): Document {
  const fill = filterFill(given)
  const filled = fillFilter(filter, upsert ? storable(fill, given) : fill)
  if (filter.length > 0 && Object.keys(filled).length === 0) {
    throw badInput(`${given.name} needs an argument that says which documents are meant. Without one it would hit all.`)
  }
  return filled
}

/** What an upsert finds nothing for becomes a part of the new document. */
function storable(fill: FillClause, { name }: Arguments): FillClause {
  const check = (value: unknown) => {
    const fault = value === ABSENT ? undefined : faultOfStored(value)
    if (fault) throw badInput(`The filter of ${name} can not become a document. ${fault}`)
  }
  return {
    pattern: clause => fill.pattern(clause),
    comparisons: clause => fill.comparisons(clause),
    value(clause) {
      const value = fill.value(clause)
      check(value)
      return value
    },
    leaves(clause) {
      const leaves = fill.leaves(clause)
      if (leaves !== ABSENT) for (const [, value] of leaves) check(value)
      return leaves
    },
  }
}

/** The one `_id` that a filter asks for, if it does. */
export function idOf(filter: Document): { id: unknown } | undefined {
  if (!Object.hasOwn(filter, '_id')) return undefined
  const condition = filter._id
  if (!isDocument(condition)) return { id: condition }
  const keys = Object.keys(condition)
  if (keys.length === 1 && Object.hasOwn(condition, '$eq')) return { id: condition.$eq }
  return keys.some(key => key.startsWith('$')) ? undefined : { id: condition }
}
