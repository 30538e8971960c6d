import { Int32 } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compileFilter } from '../filter/filter.ts'
import { numericOf } from '../values/numbers.ts'
import { compileSort } from '../values/sort.ts'
import { isDocument } from '../values/value.ts'
import { group } from './group.ts'
import { checkLookup, lookup } from './lookup.ts'
import { addFields, projectStage, replaceRoot, unset } from './project-stage.ts'
import type { Pipeline, PipelineStage, PipelineStep } from './stage.ts'
import { facet, unionWith } from './sub-pipelines.ts'
import { unwind } from './unwind.ts'

/** Pipelines in pipelines. */
const MAX_DEPTH = 4
const MAX_STAGES = 200

function documentFor(stage: string, argument: unknown): Document {
  if (!isDocument(argument)) throw new InvalidQueryError(`${stage} needs a document.`)
  return argument
}

function wholeFor(stage: string, argument: unknown, least: number): number {
  const value = Number(numericOf(argument) ?? Number.NaN)
  if (!Number.isSafeInteger(value) || value < least) {
    throw new InvalidQueryError(`${stage} needs a whole number of at least ${least}.`)
  }
  return value
}

function match(argument: unknown): PipelineStage {
  const matches = compileFilter(documentFor('$match', argument))
  return documents => documents.filter(matches)
}

function sortStage(argument: unknown): PipelineStage {
  const given = Object.entries(documentFor('$sort', argument))
  if (given.length === 0) throw new InvalidQueryError('$sort needs at least one field.')
  const sort = given.map(([path, direction]) => {
    const number = Number(numericOf(direction) ?? Number.NaN)
    if (number !== 1 && number !== -1) throw new InvalidQueryError(`A sort direction is 1 or -1, for ${path} too.`)
    return [path, number === 1 ? 1 : -1] as const
  })
  const { key, compare } = compileSort(Object.fromEntries(sort))
  return documents =>
    documents
      .map(document => ({ document, key: key(document) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ document }) => document)
}

function countStage(argument: unknown): PipelineStage {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    throw new InvalidQueryError('$count needs the name of a field, without dots or a dollar sign at the start.')
  }
  return documents => (documents.length === 0 ? [] : [{ [argument]: new Int32(documents.length) }])
}

function sortByCount(argument: unknown): PipelineStage {
  const grouped = group({ _id: argument, count: { $sum: new Int32(1) } })
  const ordered = sortStage({ count: new Int32(-1) })
  return documents => ordered(grouped(documents))
}

const STAGES: Record<string, (argument: unknown) => PipelineStage> = {
  $match: match,
  $project: argument => projectStage(documentFor('$project', argument)),
  $addFields: argument => addFields(documentFor('$addFields', argument)),
  $set: argument => addFields(documentFor('$set', argument)),
  $unset: argument => unset(argument),
  $replaceRoot: argument => replaceRoot('$replaceRoot', documentFor('$replaceRoot', argument).newRoot),
  $replaceWith: argument => replaceRoot('$replaceWith', argument),
  $sort: sortStage,
  $limit: argument => {
    const limit = wholeFor('$limit', argument, 1)
    return documents => documents.slice(0, limit)
  },
  $skip: argument => {
    const skip = wholeFor('$skip', argument, 0)
    return documents => documents.slice(skip)
  },
  $count: countStage,
  $group: argument => group(documentFor('$group', argument)),
  $sortByCount: sortByCount,
  $unwind: argument => unwind(argument),
}

/** The stages that read other collections, or have pipelines of their own. */
const READING: Record<string, (argument: unknown, compileInner: (stages: unknown) => Pipeline) => PipelineStep> = {
  $lookup: (argument, compileInner) => {
    const join = checkLookup(argument, compileInner)
    return (documents, source) => lookup(documents, join, source)
  },
  $facet: facet,
  $unionWith: unionWith,
}

function compileStage(stage: unknown, depth: number): PipelineStep {
  const entries = isDocument(stage) ? Object.entries(stage) : []
  const [name, argument] = entries[0] ?? ['', undefined]
  if (entries.length !== 1) throw new InvalidQueryError('A stage of a pipeline has exactly one field.')
  const reading = Object.hasOwn(READING, name) ? READING[name] : undefined
  if (reading) return reading(argument, stages => compilePipeline(stages, depth + 1))
  const build = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined
  if (!build) throw new UnsupportedByStoreError(`The stage ${name}`)
  const run = build(argument)
  // biome-ignore lint/correctness/useYield: the others yield while they read
  return function* (documents) {
    return run(documents)
  }
}

/** A `$match` at the start is a filter, so that it can use an index. */
function leadingFilter(stages: readonly unknown[]): Document | undefined {
  const [first] = stages
  return isDocument(first) && '$match' in first ? documentFor('$match', first.$match) : undefined
}

function compilePipeline(stages: unknown, depth: number): Pipeline {
  if (!Array.isArray(stages)) throw new InvalidQueryError('A pipeline is a list of stages.')
  if (depth > MAX_DEPTH) throw new InvalidQueryError(`Pipelines may be nested ${MAX_DEPTH} levels deep at most.`)
  if (stages.length > MAX_STAGES) throw new InvalidQueryError(`A pipeline may have ${MAX_STAGES} stages at most.`)
  const steps = stages.map(stage => compileStage(stage, depth))
  const filter = leadingFilter(stages)
  const rest = filter ? steps.slice(1) : steps
  const pipeline: Pipeline = {
    *apply(documents, source) {
      return yield* follow(steps, documents, source)
    },
    *read(collection, source) {
      const documents = yield* source.read(collection, filter ?? {})
      return yield* follow(rest, documents, source)
    },
  }
  return pipeline
}

function* follow(
  steps: readonly PipelineStep[],
  documents: Document[],
  source: Parameters<PipelineStep>[1],
): ReturnType<PipelineStep> {
  let current = documents
  for (const step of steps) {
    current = yield* step(current, source)
    yield
  }
  return current
}

/** @throws UnsupportedByStoreError for a stage that is not on the allow-list, InvalidQueryError for a malformed one */
export const checkPipeline = (stages: readonly Document[]): void => void compilePipeline(stages, 0)

/**
 * Carries out an aggregation pipeline.
 * @throws UnsupportedByStoreError for a stage that is not on the allow-list, before anything is read
 */
export function runPipeline(
  stages: readonly Document[],
  source: Parameters<PipelineStep>[1] & { collection: string },
): ReturnType<PipelineStep> {
  return compilePipeline(stages, 0).read(source.collection, source)
}
