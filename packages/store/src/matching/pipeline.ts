import { Int32 } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import type { Document } from '../port.ts'
import { compileFilter } from './filter.ts'
import { group } from './group.ts'
import { checkLookup, type Join, lookup, type Source } from './lookup.ts'
import { numericOf } from './numbers.ts'
import { addFields, projectStage, unset } from './project-stage.ts'
import { compileSort } from './sort.ts'
import { unwind } from './unwind.ts'
import { isDocument } from './value.ts'

/** Turns a list of documents into another one. */
type Stage = (documents: Document[]) => Document[]

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

function match(argument: unknown): Stage {
  const matches = compileFilter(documentFor('$match', argument))
  return documents => documents.filter(matches)
}

function sortStage(argument: unknown): Stage {
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

function countStage(argument: unknown): Stage {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    throw new InvalidQueryError('$count needs the name of a field, without dots or a dollar sign at the start.')
  }
  return documents => (documents.length === 0 ? [] : [{ [argument]: new Int32(documents.length) }])
}

function sortByCount(argument: unknown): Stage {
  const grouped = group({ _id: argument, count: { $sum: new Int32(1) } })
  const ordered = sortStage({ count: new Int32(-1) })
  return documents => ordered(grouped(documents))
}

const STAGES: Record<string, (argument: unknown) => Stage> = {
  $match: match,
  $project: argument => projectStage(documentFor('$project', argument)),
  $addFields: argument => addFields(documentFor('$addFields', argument)),
  $set: argument => addFields(documentFor('$set', argument)),
  $unset: argument => unset(argument),
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

type Step = { kind: 'stage'; run: Stage } | { kind: 'join'; join: Join }

function compileStage(stage: Document): Step {
  const entries = Object.entries(stage)
  const [name, argument] = entries[0] ?? ['', undefined]
  if (entries.length !== 1) throw new InvalidQueryError('A stage of a pipeline has exactly one field.')
  if (name === '$lookup') return { kind: 'join', join: checkLookup(argument) }
  const build = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined
  if (!build) throw new UnsupportedByStoreError(`The stage ${name}`)
  return { kind: 'stage', run: build(argument) }
}

/** A `$match` at the start is a filter, so that it can use an index. */
function splitMatch(stages: readonly Document[]): { filter: Document; rest: readonly Document[] } {
  const [first, ...rest] = stages
  const isFilter = first && '$match' in first && Object.keys(first).length === 1 && isDocument(first.$match)
  return isFilter ? { filter: documentFor('$match', first.$match), rest } : { filter: {}, rest: stages }
}

/** @throws UnsupportedByStoreError for a stage that is not on the allow-list, InvalidQueryError for a malformed one */
export function checkPipeline(stages: readonly Document[]): void {
  for (const stage of stages) compileStage(stage)
}

/**
 * Carries out an aggregation pipeline.
 * @throws UnsupportedByStoreError for a stage that is not on the allow-list, before anything is read
 */
export function* runPipeline(stages: readonly Document[], source: Source): Generator<void, Document[]> {
  const steps = stages.map(compileStage)
  const { filter, rest } = splitMatch(stages)
  let documents = yield* source.read(source.collection, filter)
  for (const step of steps.slice(steps.length - rest.length)) {
    documents = step.kind === 'stage' ? step.run(documents) : yield* lookup(documents, step.join, source)
    yield
  }
  return documents
}
