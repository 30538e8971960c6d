import { isDocument } from '@sluice/documents'
import type { Document, Sort } from '@sluice/store'
import { EJSON } from 'bson'
import { GraphQLError, type GraphQLInputType, getArgumentValues, getNullableType, isInputObjectType } from 'graphql'
import type { NumberTemplate, QueryMapping, SortTemplate } from './app-model.ts'
import { ownField } from './bson-values.ts'
import { ABSENT, type Clause, type Fill, fillFilter } from './filter-template.ts'
import type { ArgumentHole, Hole } from './hole.ts'
import { badInput, faultOfCount, faultOfPattern, faultOfSort, faultOfValue, quotePattern } from './hole-values.ts'
import { isTooDeep, TOO_DEEP } from './input-depth.ts'
import { parentList } from './join-batch.ts'
import type { FieldPlan, Variables } from './plan-operation.ts'
import { readPath } from './property-path.ts'
import { plainValue } from './scalars.ts'

/** A mapping with the arguments of one place in a query; parents are still to come. */
export type BoundQuery = {
  mapping: QueryMapping
  /** Bindings with the same signature ask the same of the same parents. */
  signature: string
  sort: Sort | undefined
  /** 0 means not given. */
  limit: number
  skip: number
  /** @returns undefined where a value of the parent is missing: then nothing is asked */
  filterFor(parent: unknown): Document | undefined
  /** The filter without the clauses that a batch fills by itself. */
  sharedFilter(): Document
}

export type Binding = { kind: 'bound'; query: BoundQuery } | { kind: 'failed'; error: GraphQLError }

/** Coerces the arguments by graphql-js's rules, checks each by the place where it goes, and fills all but the `$fk`. */
export function bindQuery(field: FieldPlan, mapping: QueryMapping, variables: Variables): Binding {
  const [node] = field.nodes
  if (field.source.kind !== 'query' || !node) return { kind: 'failed', error: badInput('There is no such field.') }
  try {
    const values = getArgumentValues(field.source.field, node, variables)
    if (isTooDeep(values)) return { kind: 'failed', error: badInput(TOO_DEEP) }
    return { kind: 'bound', query: bind(mapping, values) }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'failed', error: withCode(error) }
    throw error
  }
}

export const withCode = (error: GraphQLError): GraphQLError =>
  error.extensions.code
    ? error
    : new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'BAD_USER_INPUT' } })

function bind(mapping: QueryMapping, values: Document): BoundQuery {
  const fillFor = (parent: unknown): Fill => createFill(mapping, values, parent)
  const isShared = (clause: Clause): boolean =>
    mapping.strategy.kind !== 'batched' || clause.kind !== 'condition' || clause.hole.kind !== 'fk'
  const shared = mapping.find.filter(isShared)
  // Filled once here, so that a bad argument is found before any query runs.
  const sharedFilter = mapping.strategy.kind === 'each' ? {} : fillFilter(shared, fillFor(undefined))
  return {
    mapping,
    signature: `${mapping.name} ${EJSON.stringify(values, { relaxed: false })}`,
    sort: sortOf(mapping.sort, values),
    limit: countOf('limit', mapping.limit, values),
    skip: countOf('skip', mapping.skip, values),
    sharedFilter: () => sharedFilter,
    filterFor: parent => fillForParent(mapping, fillFor(parent)),
  }
}

/** Ends the filling where a parent has nothing to join on. */
class MissingParentValue extends Error {
  override name = 'MissingParentValue'
}

function fillForParent(mapping: QueryMapping, fill: Fill): Document | undefined {
  try {
    return fillFilter(mapping.find, fill)
  } catch (error) {
    if (error instanceof MissingParentValue) return undefined
    throw error
  }
}

/** Where the value of a hole comes from; `ABSENT` when nothing was given for it. */
export const readHole = (hole: Hole, values: Document, parent: unknown): unknown =>
  hole.kind === 'arg' ? argumentValue(hole, values) : parentValue(hole, parent)

/** @param mapping what the errors name */
export function createFill(mapping: { name: string }, values: Document, parent: unknown): Fill {
  const read = (hole: Hole): unknown => readHole(hole, values, parent)
  return {
    value({ operator, hole }) {
      const value = hole.kind === 'fk' && isListOperator(operator) ? parentList(read(hole)) : read(hole)
      if (value === ABSENT) return ABSENT
      // Stored values in `$in` are told apart by the template; everything else obeys the table.
      const fault = hole.kind === 'fk' && operator === '$in' ? undefined : faultOfValue(operator, value)
      if (fault) throw badInput(`${describeHole(hole)} of ${mapping.name} can not be used. ${fault}`)
      return value
    },
    pattern({ hole, isLiteral }) {
      const value = read(hole)
      if (value === ABSENT) return ABSENT
      const fault = faultOfPattern(value, isLiteral)
      if (fault || typeof value !== 'string')
        throw badInput(`${describeHole(hole)} of ${mapping.name} can not be used. ${fault}`)
      return isLiteral ? quotePattern(value) : value
    },
    leaves({ hole }) {
      const value = read(hole)
      const type = hole.kind === 'arg' && hole.type ? getNullableType(hole.type) : undefined
      const leaves = leavesOf(value, { type, prefix: '' })
      return leaves.length === 0 ? ABSENT : leaves
    },
  }
}

const isListOperator = (operator: string): boolean => operator === '$in' || operator === '$nin' || operator === '$all'

export const describeHole = (hole: Hole): string =>
  hole.kind === 'arg' ? `The argument "${hole.path.join('.')}"` : `The parent's "${hole.path.join('.')}"`

function parentValue(hole: Extract<Hole, { kind: 'fk' }>, parent: unknown): unknown {
  const value = readPath(parent, hole.path)
  if (value === null || value === undefined) throw new MissingParentValue()
  return value
}

/** Explicit null is a value; an argument that is left out, or whose way ends early, takes the default or is absent. */
function argumentValue(hole: ArgumentHole, values: Document): unknown {
  let value: unknown = values
  for (const part of hole.path) {
    value = isDocument(value) ? ownField(value, part) : undefined
  }
  if (value !== undefined) return value
  return hole.default ? hole.default.value : ABSENT
}

type Inside = { type: GraphQLInputType | undefined; prefix: string }

/** Dotted field and value of every leaf. What is a leaf is said by the type, never by the value. */
function leavesOf(input: unknown, { type, prefix }: Inside): (readonly [string, unknown])[] {
  if (!isInputObjectType(type) || !isDocument(input)) return []
  return Object.values(type.getFields()).flatMap((field): (readonly [string, unknown])[] => {
    const value = ownField(input, field.name)
    const path = `${prefix}${field.name}`
    const inner = getNullableType(field.type)
    if (value === undefined) return []
    if (isInputObjectType(inner) && value !== null) return leavesOf(value, { type: inner, prefix: `${path}.` })
    return [[path, value]]
  })
}

function countOf(key: 'limit' | 'skip', template: NumberTemplate | undefined, values: Document): number {
  if (!template) return 0
  if (template.kind === 'fixed') return template.value
  const value = argumentValue(template.hole, values)
  if (value === ABSENT || value === null) return 0
  const fault = faultOfCount(key, value)
  if (fault || typeof value !== 'number') throw badInput(`${describeHole(template.hole)} can not be used. ${fault}`)
  return value
}

function sortOf(template: SortTemplate | undefined, values: Document): Sort | undefined {
  if (!template || template.kind === 'fixed') return template?.sort
  const given = argumentValue(template.hole, values)
  return isDocument(given) ? givenSort(template, given) : undefined
}

/** Only fields of the type, and only 1 and -1. */
function givenSort({ hole, propertyOf }: Extract<SortTemplate, { kind: 'hole' }>, given: Document): Sort {
  const directions = Object.entries(given).map(([field, value]) => [field, plainValue(value)] as const)
  const fault = faultOfSort(Object.fromEntries(directions))
  if (fault) throw badInput(`${describeHole(hole)} can not be used. ${fault}`)
  const sort: Record<string, 1 | -1> = {}
  for (const [field, direction] of directions) {
    const property = propertyOf(field)
    if (property === undefined) throw badInput(`${describeHole(hole)} can not sort by "${field}".`)
    sort[property] = direction === -1 ? -1 : 1
  }
  return sort
}
