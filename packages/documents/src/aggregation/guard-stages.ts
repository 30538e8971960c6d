import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'
import { checkFilter } from '../query/check-filter.ts'
import { fieldHidden } from '../query/field-hidden.ts'
import { planProjection } from '../rules/projection-plan.ts'
import { allOf } from '../rules/read-rules.ts'
import { reachesHidden, type Visibility } from '../rules/visibility.ts'

export type PipelineGuard = {
  /** What the caller may read of a collection; undefined for all of it. Asked only where he may see something of it. */
  readFilterOf(collection: string): Document | undefined
  /**
   * What the caller may see of a collection of the same database; a refusal where he may not read it, undefined where
   * nobody may join with it.
   */
  visibilityOf(collection: string): Visibility | Refusal | undefined
}

/** Why a pipeline may not run. `place`: the part of it that asks for too much, such as `1.$unionWith`. */
type PipelineRefusal = Refusal & { place: string }

type GuardedPipeline = { kind: 'guarded'; stages: Document[] } | PipelineRefusal

/**
 * Puts the caller's rules in front of a pipeline, and of every pipeline in it that reads a collection: the documents that
 * he may not read are not there, and what is hidden from him is taken off before any stage can look at it.
 * @returns the guard's refusal, or `FORBIDDEN` for a collection that no aggregation may read; `FIELD_HIDDEN` for a join
 * on what is hidden
 */
export function guardStages(stages: readonly Document[], collection: string, guard: PipelineGuard): GuardedPipeline {
  const visibility = guard.visibilityOf(collection)
  if (!visibility) return { ...outOfReach(collection), place: '' }
  if ('kind' in visibility) return { ...visibility, place: '' }
  const inner = guardEach(stages, guard)
  if (inner.kind === 'refuse') return inner
  const [first, ...rest] = inner.stages
  const filter = isSafeMatch(first, visibility) ? first.$match : undefined
  return {
    kind: 'guarded',
    stages: [...inFront(guard.readFilterOf(collection), visibility, filter), ...(filter ? rest : inner.stages)],
  }
}

const isAt = (outer: string, refusal: PipelineRefusal): PipelineRefusal => ({
  ...refusal,
  place: refusal.place === '' ? outer : `${outer}.${refusal.place}`,
})

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

function guardEach(stages: readonly Document[], guard: PipelineGuard): GuardedPipeline {
  const guarded: Document[] = []
  for (const [index, stage] of stages.entries()) {
    const result = guardStage(stage, guard)
    if (result.kind === 'refuse') return isAt(String(index), result)
    guarded.push(result.stage)
  }
  return { kind: 'guarded', stages: guarded }
}

type GuardedStage = { kind: 'stage'; stage: Document } | PipelineRefusal

function guardStage(stage: Document, guard: PipelineGuard): GuardedStage {
  const [name = '', argument] = Object.entries(stage)[0] ?? []
  const guardOne = Object.hasOwn(READING, name) ? READING[name] : undefined
  const guarded = guardOne?.(argument, guard)
  return guarded?.kind === 'refuse' ? isAt(name, guarded) : (guarded ?? { kind: 'stage', stage })
}

/** The stages that read a collection, or have pipelines in them. A place is that within the argument. */
const READING: Readonly<Record<string, (argument: unknown, guard: PipelineGuard) => GuardedStage>> = {
  $lookup: (argument, guard) => guardLookup(documentOf(argument), guard),
  $unionWith: guardUnion,
  $facet: (argument, guard) => guardFacet(documentOf(argument), guard),
  $ifvar: guardConditional,
}

function guardLookup(argument: Document, guard: PipelineGuard): GuardedStage {
  const { from, foreignField, pipeline = [] } = argument
  const collection = String(from)
  const visibility = guard.visibilityOf(String(from))
  // Equality is judged before the pipeline takes anything off.
  const isVisible = visibility && !('kind' in visibility)
  if (isVisible && typeof foreignField === 'string' && reachesHidden(foreignField, visibility))
    return { ...fieldHidden(foreignField), place: 'foreignField' }
  const inner = guardInner(listOf(pipeline), { collection, named: 'from' }, guard)
  if (inner.kind === 'refuse') return inner
  const needsPipeline = inner.stages.length > 0 || argument.pipeline !== undefined
  return { kind: 'stage', stage: { $lookup: needsPipeline ? { ...argument, pipeline: inner.stages } : argument } }
}

function guardUnion(argument: unknown, guard: PipelineGuard): GuardedStage {
  const named = isDocument(argument) ? 'coll' : ''
  const { coll, pipeline = [], ...others } = isDocument(argument) ? argument : { coll: argument }
  const inner = guardInner(listOf(pipeline), { collection: String(coll), named }, guard)
  if (inner.kind === 'refuse') return inner
  return { kind: 'stage', stage: { $unionWith: { ...others, coll, pipeline: inner.stages } } }
}

/** @param named where the stage names the collection */
function guardInner(
  stages: readonly Document[],
  { collection, named }: { collection: string; named: string },
  guard: PipelineGuard,
): GuardedPipeline {
  const inner = guardStages(stages, collection, guard)
  if (inner.kind !== 'refuse') return inner
  return inner.place === '' ? { ...inner, place: named } : isAt('pipeline', inner)
}

/** What goes into a facet has been through the rules already; what it joins with has not. */
function guardFacet(facets: Document, guard: PipelineGuard): GuardedStage {
  const guarded: Document = {}
  for (const [name, stages] of Object.entries(facets)) {
    const inner = guardEach(listOf(stages), guard)
    if (inner.kind === 'refuse') return isAt(name, inner)
    guarded[name] = inner.stages
  }
  return { kind: 'stage', stage: { $facet: guarded } }
}

/** Before its variables are known both stages of an `$ifvar` may come to run. */
function guardConditional(argument: unknown, guard: PipelineGuard): GuardedStage {
  const given = Array.isArray(argument) ? argument : []
  const inner = guardEach(given.map(documentOf), guard)
  if (inner.kind === 'refuse') return inner
  return { kind: 'stage', stage: { $ifvar: [...given.slice(0, 1), ...inner.stages.slice(1)] } }
}

const documentOf = (value: unknown): Document => (isDocument(value) ? value : {})
const listOf = (stages: unknown): Document[] => (Array.isArray(stages) ? stages.filter(isDocument) : [])

const outOfReach = (collection: string): Refusal =>
  refuse('FORBIDDEN', `No aggregation can read the collection "${collection}": it is the service's own.`)
