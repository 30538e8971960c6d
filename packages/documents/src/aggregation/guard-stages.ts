import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'
import { checkFilter } from '../query/check-filter.ts'
import { fieldHidden } from '../query/field-hidden.ts'
import { planProjection } from '../rules/projection-plan.ts'
import { allOf } from '../rules/read-rules.ts'
import { reachesHidden, type Visibility } from '../rules/visibility.ts'

export type PipelineGuard = {
  /** What the caller may read of a collection; undefined for all of it. */
  readFilterOf(collection: string): Document | undefined
  /** What the caller may see of a collection of the same database; undefined where nobody may join with it. */
  visibilityOf(collection: string): Visibility | undefined
}

/**
 * Puts the caller's rules in front of a pipeline, and of every pipeline in it that reads a collection: the documents that
 * he may not read are not there, and what is hidden from him is taken off before any stage can look at it.
 * @returns `FORBIDDEN` for a collection that no aggregation may read, `FIELD_HIDDEN` for a join on what is hidden
 */
export function guardStages(
  stages: readonly Document[],
  collection: string,
  guard: PipelineGuard,
): { kind: 'guarded'; stages: Document[] } | Refusal {
  const visibility = guard.visibilityOf(collection)
  if (!visibility) return outOfReach(collection)
  const inner = guardEach(stages, guard)
  if (inner.kind === 'refuse') return inner
  const [first, ...rest] = inner.stages
  const filter = isSafeMatch(first, visibility) ? first.$match : undefined
  return {
    kind: 'guarded',
    stages: [...inFront(guard.readFilterOf(collection), visibility, filter), ...(filter ? rest : inner.stages)],
  }
}

/** A condition on what the caller sees anyway may stand in front with his own, where it can use an index. */
function isSafeMatch(stage: Document | undefined, visibility: Visibility): stage is { $match: Document } {
  return isDocument(stage?.$match) && checkFilter(stage.$match, visibility) === undefined
}

function inFront(readFilter: Document | undefined, visibility: Visibility, filter: Document | undefined): Document[] {
  const conditions = allOf(readFilter, filter)
  const { fields, isExact } = planProjection(undefined, visibility)
  return [
    ...(Object.keys(conditions).length > 0 ? [{ $match: conditions }] : []),
    ...(fields ? [{ $project: fields }] : []),
    ...(isExact ? [] : [{ $unset: [...visibility.hidden] }]),
  ]
}

function guardEach(
  stages: readonly Document[],
  guard: PipelineGuard,
): { kind: 'guarded'; stages: Document[] } | Refusal {
  const guarded: Document[] = []
  for (const stage of stages) {
    const result = guardStage(stage, guard)
    if (result.kind === 'refuse') return result
    guarded.push(result.stage)
  }
  return { kind: 'guarded', stages: guarded }
}

type GuardedStage = { kind: 'stage'; stage: Document } | Refusal

function guardStage(stage: Document, guard: PipelineGuard): GuardedStage {
  const [name, argument] = Object.entries(stage)[0] ?? []
  if (name === '$lookup' && isDocument(argument)) return guardLookup(argument, guard)
  if (name === '$unionWith') return guardUnion(isDocument(argument) ? argument : { coll: argument }, guard)
  if (name === '$facet' && isDocument(argument)) return guardFacet(argument, guard)
  return { kind: 'stage', stage }
}

function guardLookup(argument: Document, guard: PipelineGuard): GuardedStage {
  const { from, foreignField, pipeline = [] } = argument
  const [collection, visibility] = [String(from), guard.visibilityOf(String(from))]
  // Equality is judged before the pipeline takes anything off.
  if (visibility && typeof foreignField === 'string' && reachesHidden(foreignField, visibility))
    return fieldHidden(foreignField)
  const inner = guardStages(listOf(pipeline), collection, guard)
  if (inner.kind === 'refuse') return inner
  const needsPipeline = inner.stages.length > 0 || argument.pipeline !== undefined
  return { kind: 'stage', stage: { $lookup: needsPipeline ? { ...argument, pipeline: inner.stages } : argument } }
}

function guardUnion({ coll, pipeline = [], ...others }: Document, guard: PipelineGuard): GuardedStage {
  const inner = guardStages(listOf(pipeline), String(coll), guard)
  if (inner.kind === 'refuse') return inner
  return { kind: 'stage', stage: { $unionWith: { ...others, coll, pipeline: inner.stages } } }
}

/** What goes into a facet has been through the rules already; what it joins with has not. */
function guardFacet(facets: Document, guard: PipelineGuard): GuardedStage {
  const guarded: Document = {}
  for (const [name, stages] of Object.entries(facets)) {
    const inner = guardEach(listOf(stages), guard)
    if (inner.kind === 'refuse') return inner
    guarded[name] = inner.stages
  }
  return { kind: 'stage', stage: { $facet: guarded } }
}

const listOf = (stages: unknown): Document[] => (Array.isArray(stages) ? stages.filter(isDocument) : [])

const outOfReach = (collection: string): Refusal =>
  refuse('FORBIDDEN', `No aggregation can read the collection "${collection}": it is the service's own.`)
