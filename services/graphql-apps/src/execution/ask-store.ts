import { allOf, checkFilter, guardStages, isHidden, planProjection, type Visibility } from '@sluice/documents'
import type { Document, Sort } from '@sluice/store'
import type { GraphQLError } from 'graphql'
import type { BoundAggregation, BoundFind } from '../domain/bind/bind-query.ts'
import { projectionOf } from '../domain/bind/projection.ts'
import { collectionsOf } from '../domain/compile/compile-stages.ts'
import type { FieldOutcome } from '../domain/plan/compile-writer.ts'
import { type CollectionRuling, forbidden, type Rulings } from '../domain/rulings.ts'
import type { BudgetedReader } from './query-budget.ts'

type NeededPaths = { paths: ReadonlySet<string> | undefined }
type RuledReading = { read: BudgetedReader; rulings: Rulings }
type Find = NeededPaths & { query: BoundFind; limit: number }

/** Reads documents by a filter, as far as the caller may. @param limit 0 is none */
export function askFind(
  { query, paths, limit }: Find,
  filter: Document,
  { read, rulings }: RuledReading,
): Promise<FieldOutcome> {
  const { sort, skip, mapping } = query
  const { db, collection } = mapping
  const ruling = rulings({ db, collection })
  const error = ruling.kind === 'refused' ? ruling.error : errorOfHidden(ruling, [filter, ...sortedBy(sort)])
  if (error || ruling.kind === 'refused') return failed(error)
  const { visibility, readFilter } = ruling
  const { fields, isExact, shape } = projectionFor(paths, visibility)
  const found = read.find({ db, collection, filter: allOf(filter, readFilter), sort, skip, limit, projection: fields })
  return isExact ? found : found.then(outcome => reshape(outcome, shape))
}

type RuledProjectionPlan = ReturnType<typeof planProjection>

/** The same fields are selected by many requests. */
const projections = new WeakMap<ReadonlySet<string>, WeakMap<Visibility, RuledProjectionPlan>>()

/** What is fetched of documents for these paths, and how what a store can't leave out is taken off. */
export function projectionFor(paths: ReadonlySet<string> | undefined, visibility: Visibility): RuledProjectionPlan {
  if (!paths) return planProjection(undefined, visibility)
  const ofPaths = projections.get(paths) ?? new WeakMap<Visibility, RuledProjectionPlan>()
  projections.set(paths, ofPaths)
  const visible = () => projectionOf(paths, path => isHidden(path, visibility))
  const plan = ofPaths.get(visibility) ?? planProjection(visible(), visibility)
  ofPaths.set(visibility, plan)
  return plan
}

const failed = async (error: GraphQLError | undefined): Promise<FieldOutcome> =>
  error ? { kind: 'failed', error } : { kind: 'documents', documents: [] }

/** What a store's projection can't leave out, such as a field inside the elements of a list. */
const reshape = (outcome: FieldOutcome, shape: (document: Document) => Document): FieldOutcome =>
  outcome.kind === 'documents' ? { kind: 'documents', documents: outcome.documents.map(shape) } : outcome

const sortedBy = (sort: Sort | undefined): Document[] => Object.keys(sort ?? {}).map(path => ({ [path]: null }))

/** What a caller can't see, no mapping may filter, sort or join by for him. */
function errorOfHidden(
  { isNarrow, visibility }: RuledCollection,
  conditions: readonly Document[],
): GraphQLError | undefined {
  if (!isNarrow) return undefined
  const refusal = conditions.map(each => checkFilter(each, visibility)).find(each => each !== undefined)
  return refusal && forbidden(refusal.detail)
}

type RuledCollection = Extract<CollectionRuling, { kind: 'ruled' }>
type AskedAggregation = NeededPaths & { query: BoundAggregation }

/** What the caller may not see is taken off in front of the stages, what is not selected behind them. */
export async function askAggregation(
  { query, paths }: AskedAggregation,
  stages: readonly Document[],
  { read, rulings }: RuledReading,
): Promise<FieldOutcome> {
  const { db, collection, isList } = query.mapping
  const rulingOf = (name: string) => rulings({ db, collection: name })
  const refusal = [collection, ...collectionsOf(stages)].map(rulingOf).find(ruling => ruling.kind === 'refused')
  if (refusal) return { kind: 'failed', error: refusal.error }
  const ruledOf = (name: string) => {
    const ruling = rulingOf(name)
    return ruling.kind === 'ruled' ? ruling : undefined
  }
  const guarded = guardStages(stages, collection, {
    readFilterOf: name => ruledOf(name)?.readFilter,
    visibilityOf: name => ruledOf(name)?.visibility,
  })
  if (guarded.kind === 'refuse') return { kind: 'failed', error: forbidden(guarded.detail) }
  const selected = paths ? [{ $project: projectionOf(paths, () => false) }] : []
  return read.aggregate({ db, collection, stages: [...guarded.stages, ...selected], limit: isList ? 0 : 1 })
}
