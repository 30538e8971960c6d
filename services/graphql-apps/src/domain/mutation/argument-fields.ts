import { getNullableType, isInputObjectType } from 'graphql'
import type { Clause, FilterTemplate } from '../model/filter-template.ts'
import type { Hole } from '../model/hole.ts'

/** The fields that a filter compares with arguments. */
export const argumentFields = (filter: FilterTemplate): readonly string[] => filter.flatMap(fieldsOf)

function fieldsOf(clause: Clause): readonly string[] {
  switch (clause.kind) {
    case 'fixed':
      return []
    case 'logical':
      return clause.branches.flatMap(argumentFields)
    // No write takes one.
    case 'comparisons':
      return []
    case 'condition':
    case 'pattern':
      return clause.hole.kind === 'arg' ? [clause.field] : []
    case 'whole':
      return namesOf(clause.hole)
  }
}

function namesOf(hole: Hole): readonly string[] {
  const type = hole.kind === 'arg' && hole.type ? getNullableType(hole.type) : undefined
  return isInputObjectType(type) ? Object.keys(type.getFields()) : []
}
