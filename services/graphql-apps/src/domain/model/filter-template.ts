import type { Document } from '@sluice/store'
import { isRegex } from '../values/bson-values.ts'
import type { ArgumentHole, Hole } from './hole.ts'

/**
 * A filter compiled at save. Its keys, fields and operators are all from the mapping; holes stand only where a value
 * can be nothing but a value.
 */
export type FilterTemplate = readonly Clause[]

export type Clause =
  /** The filter as the mapping has it, checked and without holes. */
  | { kind: 'fixed'; filter: Document }
  | { kind: 'condition'; field: string; operator: ValueOperator; hole: Hole }
  | { kind: 'pattern'; field: string; hole: Hole; isLiteral: boolean; options: string }
  | { kind: 'logical'; operator: '$and' | '$or' | '$nor'; branches: readonly FilterTemplate[] }
  /** An input object: each of its leaves is an equality. */
  | { kind: 'whole'; hole: Hole }
  /** `"$as": "filter"`: an argument brings the comparisons, operators and all. */
  | { kind: 'comparisons'; hole: ArgumentHole; of: ComparedFields }

/** What a filter from an argument is about: one field, or what `propertyOf` says of each name that the argument has. */
type ComparedFields =
  | { kind: 'one'; field: string }
  | { kind: 'named'; propertyOf: (field: string) => string | undefined }

export type ValueOperator = '$is' | '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$nin' | '$all'

/** Nothing was given for a hole: what it stands in goes. */
export const ABSENT: unique symbol = Symbol('absent')

/** Gives the checked value for a hole, or `ABSENT`. @throws GraphQLError when the value can't stand there */
export type FillClause = {
  value(clause: Extract<Clause, { kind: 'condition' }>): unknown
  pattern(clause: Extract<Clause, { kind: 'pattern' }>): string | typeof ABSENT
  /** Dotted field and value of every leaf. */
  leaves(clause: Extract<Clause, { kind: 'whole' }>): readonly (readonly [string, unknown])[] | typeof ABSENT
  /** Stored path and comparison of each field. */
  comparisons(
    clause: Extract<Clause, { kind: 'comparisons' }>,
  ): readonly (readonly [string, GivenComparison])[] | typeof ABSENT
}

/** Operators of the allow-list with operands that are values; all of them hold. */
export type GivenComparison = readonly (readonly [operator: ValueOperator, operand: unknown])[]

/** Fills all holes in one pass; what was put in is not looked at again. */
export function fillFilter(template: FilterTemplate, fill: FillClause): Document {
  return joinAll(template.map(clause => fillClause(clause, fill)).filter(isPresent))
}

const isPresent = <T>(part: T | typeof ABSENT): part is T => part !== ABSENT

function fillClause(clause: Clause, fill: FillClause): Document | typeof ABSENT {
  switch (clause.kind) {
    case 'fixed':
      return clause.filter
    case 'condition':
      return unlessAbsent(fill.value(clause), value => conditionOn(clause, value))
    case 'pattern':
      return unlessAbsent(fill.pattern(clause), text => patternOn(clause, text))
    case 'logical':
      return fillLogical(clause, fill)
    case 'whole':
      return unlessAbsent(fill.leaves(clause), leaves =>
        joinAll(leaves.map(([field, value]) => ({ [field]: { $eq: value } }))),
      )
    case 'comparisons':
      return unlessAbsent(fill.comparisons(clause), fields =>
        joinAll(fields.map(([field, comparison]) => ({ [field]: Object.fromEntries(comparison) }))),
      )
  }
}

const unlessAbsent = <T>(given: T | typeof ABSENT, make: (given: T) => Document): Document | typeof ABSENT =>
  isPresent(given) ? make(given) : ABSENT

function conditionOn({ field, operator }: Extract<Clause, { kind: 'condition' }>, value: unknown): Document {
  if (operator === '$is') return { [field]: { $eq: value } }
  if (operator === '$in' && Array.isArray(value)) return equalsAny(field, value)
  return { [field]: { [operator]: value } }
}

function patternOn(clause: Extract<Clause, { kind: 'pattern' }>, text: string): Document {
  const { field, options } = clause
  return { [field]: options ? { $regex: text, $options: options } : { $regex: text } }
}

/** In `$or` and `$nor` a branch with an absent argument goes whole: without its condition it would match everything. */
function fillLogical(clause: Extract<Clause, { kind: 'logical' }>, fill: FillClause): Document | typeof ABSENT {
  const isAll = clause.operator === '$and'
  const branches = clause.branches
    .map(branch => (isAll ? fillFilter(branch, fill) : fillWhole(branch, fill)))
    .filter(isPresent)
    .filter(branch => !isAll || Object.keys(branch).length > 0)
  return branches.length === 0 ? ABSENT : { [clause.operator]: branches }
}

function fillWhole(template: FilterTemplate, fill: FillClause): Document | typeof ABSENT {
  const parts = template.map(clause => fillClause(clause, fill))
  return parts.every(isPresent) ? joinAll(parts) : ABSENT
}

/** One document where no key stands twice, else `$and`. */
export function joinAll(parts: readonly Document[]): Document {
  const filled = parts.filter(part => Object.keys(part).length > 0)
  const keys = filled.flatMap(part => Object.keys(part))
  if (new Set(keys).size === keys.length) return Object.assign({}, ...filled)
  return { $and: filled }
}

/** Equal to one of the values. A regular expression and an object with `$` keys would act inside `$in`, so they stand outside. */
export function equalsAny(field: string, values: readonly unknown[]): Document {
  const odd = values.filter(actsInside)
  if (odd.length === 0) return values.length === 1 ? { [field]: { $eq: values[0] } } : { [field]: { $in: values } }
  const plain = values.filter(value => !actsInside(value))
  const branches = odd.map((value): Document => ({ [field]: { $eq: value } }))
  return { $or: plain.length > 0 ? [{ [field]: { $in: plain } }, ...branches] : branches }
}

const actsInside = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (isRegex(value) || Object.keys(value).some(key => key.startsWith('$')))
