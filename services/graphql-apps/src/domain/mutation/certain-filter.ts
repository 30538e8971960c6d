import { type GraphQLInputType, getNullableType, isInputObjectType, isNonNullType, isRequiredInputField } from 'graphql'
import type { AnyField } from '../model/app-model.ts'
import type { Clause, FilterTemplate } from '../model/filter-template.ts'
import type { Hole } from '../model/hole.ts'

/** Whether at least one condition is left whatever arguments the caller leaves out. */
export const isCertain = (filter: FilterTemplate, field: AnyField): boolean =>
  filter.some(clause => isCertainClause(clause, field))

function isCertainClause(clause: Clause, field: AnyField): boolean {
  switch (clause.kind) {
    case 'fixed':
      return true
    case 'condition':
    case 'pattern':
      return isGiven(clause.hole, field)
    case 'whole':
      return isGiven(clause.hole, field) && hasRequiredField(clause.hole)
    case 'logical':
      return isCertainLogical(clause, field)
    // No write takes one.
    case 'comparisons':
      return false
  }
}

function isCertainLogical({ operator, branches }: Extract<Clause, { kind: 'logical' }>, field: AnyField): boolean {
  if (operator === '$and') return branches.some(branch => isCertain(branch, field))
  // An empty branch of `$or` is everything.
  if (operator === '$or' && branches.some(branch => branch.length === 0)) return false
  // A branch goes with its first absent argument.
  return branches.some(branch => branch.length > 0 && branch.every(each => isCertainClause(each, field)))
}

/** Whether a hole has a value in every request. */
function isGiven(hole: Hole, { args }: AnyField): boolean {
  if (hole.kind !== 'arg' || hole.default) return true
  const [name, ...rest] = hole.path
  const argument = args.find(each => each.name === name)
  if (!argument) return false
  const isSent = isNonNullType(argument.type) || (argument.defaultValue !== undefined && rest.length === 0)
  return isSent && isGivenInside(argument.type, rest)
}

function isGivenInside(type: GraphQLInputType, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return true
  const inner = getNullableType(type)
  const field = isInputObjectType(inner) ? inner.getFields()[part] : undefined
  return field !== undefined && isNonNullType(field.type) && isGivenInside(field.type, rest)
}

function hasRequiredField(hole: Hole): boolean {
  const type = hole.kind === 'arg' && hole.type ? getNullableType(hole.type) : undefined
  return isInputObjectType(type) && Object.values(type.getFields()).some(isRequiredInputField)
}
