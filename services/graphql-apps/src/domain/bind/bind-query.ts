import { isDocument } from '@sluice/documents'
import type { Document, Sort } from '@sluice/store'
import { EJSON } from 'bson'
import { GraphQLError, getArgumentValues } from 'graphql'
import type { AggregationMapping, FindMapping, NumberTemplate, QueryMapping, SortTemplate } from '../model/app-model.ts'
import { ABSENT, type Clause, type FilterTemplate, fillFilter } from '../model/filter-template.ts'
import { badInput, faultOfCount, faultOfDirection, faultOfSort } from '../model/hole-values.ts'
import type { FieldPlan } from '../plan/plan-operation.ts'
import { plainValue } from '../values/scalars.ts'
import { createFill } from './bind-filter.ts'
import { fillStages } from './fill-stages.ts'
import { isTooDeep, TOO_DEEP } from './input-depth.ts'
import {
  argumentValue,
  describeHole,
  type HoleContext,
  type HoleFilling,
  readHole,
  unlessMissing,
} from './read-hole.ts'

/** A mapping with the arguments of one place in a query; parents are still to come. */
export type BoundQuery = BoundFind | BoundAggregation

export type BoundFind = {
  mapping: FindMapping
  /** Bindings with the same signature ask the same of the same parents. */
  signature: string
  sort: Sort | undefined
  /** 0 means not given. */
  limit: number
  skip: number
  /** @returns undefined where a value of the parent is missing: then nothing is asked */
  filterFor(parent: unknown): Document | undefined
  /** The filter without the clauses that a batch fills by itself; undefined where a value of the caller is missing. */
  sharedFilter(): Document | undefined
}

export type BoundAggregation = {
  mapping: AggregationMapping
  signature: string
  /** @returns undefined where a value of the parent or of the caller is missing, or no stage is left: nothing is asked */
  stagesFor(parent: unknown): Document[] | undefined
}

export type QueryBinding = { kind: 'bound'; query: BoundQuery } | { kind: 'failed'; error: GraphQLError }

/** Coerces the arguments by graphql-js's rules, checks each by the place where it goes, and fills all but the `$fk`. */
export function bindQuery(field: FieldPlan, mapping: QueryMapping, given: HoleContext): QueryBinding {
  const [node] = field.nodes
  if (field.source.kind !== 'query' || !node) return { kind: 'failed', error: badInput('There is no such field.') }
  try {
    const values = getArgumentValues(field.source.field, node, given.variables)
    if (isTooDeep(values)) return { kind: 'failed', error: badInput(TOO_DEEP) }
    const filling = { ...given, values }
    const query = mapping.how === 'find' ? bindFind(mapping, filling) : bindAggregation(mapping, filling)
    return { kind: 'bound', query }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'failed', error: withCode(error) }
    throw error
  }
}

/** An error of graphql-js about arguments, as one of ours. */
export const withCode = (error: GraphQLError): GraphQLError =>
  error.extensions.code
    ? error
    : new GraphQLError(error.message, { nodes: error.nodes, path: error.path, extensions: { code: 'BAD_USER_INPUT' } })

const signatureOf = ({ name }: QueryMapping, { values }: HoleFilling): string =>
  hasNone(values) ? name : `${name} ${EJSON.stringify(values, { relaxed: false })}`

function hasNone(values: Document): boolean {
  for (const _ in values) return false
  return true
}

function bindFind(mapping: FindMapping, filling: HoleFilling): BoundFind {
  const { values } = filling
  const fillFor = (template: FilterTemplate, parent: unknown) =>
    unlessMissing(() =>
      fillFilter(
        template,
        createFill(mapping.name, hole => readHole(hole, filling, parent)),
      ),
    )
  const { strategy } = mapping
  const isShared = (clause: Clause): boolean => clause.kind !== 'condition' || clause.hole.kind !== 'fk'
  const isByKeys = strategy.kind !== 'each' || strategy.key !== undefined
  // Filled once here, so that a bad argument is found before any query runs.
  const sharedFilter = isByKeys ? fillFor(mapping.find.filter(isShared), undefined) : {}
  return {
    mapping,
    signature: signatureOf(mapping, filling),
    sort: sortOf(mapping.sort, values),
    limit: countOf('limit', mapping.limit, values),
    skip: countOf('skip', mapping.skip, values),
    sharedFilter: () => sharedFilter,
    filterFor: parent => fillFor(mapping.find, parent),
  }
}

function bindAggregation(mapping: AggregationMapping, filling: HoleFilling): BoundAggregation {
  const { name, stages, strategy } = mapping
  const stagesFor = (parent: unknown) => {
    const filled = unlessMissing(() => fillStages(stages, { name, filling, parent }))
    // Without a stage the store would answer the whole collection, which the stages were there to narrow.
    return filled?.length === 0 ? undefined : filled
  }
  const isShared = strategy.kind === 'same'
  const shared = isShared ? stagesFor(undefined) : undefined
  return { mapping, signature: signatureOf(mapping, filling), stagesFor: isShared ? () => shared : stagesFor }
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
  if (template.kind === 'directed') return directedSort(template.fields, values)
  const given = argumentValue(template.hole, values)
  return isDocument(given) ? givenSort(template, given) : undefined
}

/** A field whose direction is not given is not sorted by. */
function directedSort(
  fields: Extract<SortTemplate, { kind: 'directed' }>['fields'],
  values: Document,
): Sort | undefined {
  const sort: Record<string, 1 | -1> = {}
  for (const [field, direction] of fields) {
    const value = typeof direction === 'object' ? plainValue(argumentValue(direction, values)) : direction
    if (value === ABSENT || value === null) continue
    const fault = typeof direction === 'object' ? faultOfDirection(value) : undefined
    if (fault && typeof direction === 'object') throw badInput(`${describeHole(direction)} can not be used. ${fault}`)
    sort[field] = value === -1 ? -1 : 1
  }
  return hasNone(sort) ? undefined : sort
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
