import type { Document } from '@sluice/store'
import { GraphQLError } from 'graphql'
import { type BoundFind, type BoundQuery, bindQuery } from '../domain/bind/bind-query.ts'
import { neededPaths } from '../domain/bind/projection.ts'
import { type HoleContext, parentValue } from '../domain/bind/read-hole.ts'
import type { JoinKey } from '../domain/model/app-model.ts'
import { joinAll } from '../domain/model/filter-template.ts'
import type { ParentHole } from '../domain/model/hole.ts'
import { batchFilter, distribute, groupParents, mostFound, splitRequests } from '../domain/model/join-batch.ts'
import type { FieldOutcome } from '../domain/plan/compile-writer.ts'
import type { FieldPlan, ObjectPlan } from '../domain/plan/plan-operation.ts'
import type { Rulings } from '../domain/rulings.ts'
import { valueKey } from '../domain/values/value-key.ts'
import { askAggregation, askFind } from './ask-store.ts'
import {
  collectQueries,
  type DocumentOrigin,
  type Outcomes,
  type ParentDocuments,
  type PendingFields,
} from './collect-queries.ts'
import type { BudgetedReader } from './query-budget.ts'

/** Documents of a root list that gives no limit: the documented page. */
const ROOT_PAGE = 100

type LoadSettings = Omit<HoleContext, 'documentOf'> & {
  read: BudgetedReader
  rulings: Rulings
  /** What the caller may see of documents that stand in the root already. */
  origin?: DocumentOrigin | undefined
}
type LoadContext = HoleContext & LoadSettings

/** What every query field of a plan came to, by field and parent. */
export type LoadedOutcomes = (field: FieldPlan, parent: unknown) => FieldOutcome

const NOTHING: FieldOutcome = { kind: 'documents', documents: [] }

/** Fields of one level that ask the same of the store, asked together. */
type QueryGroup = QueryMember & { query: BoundQuery; fields: FieldPlan[] }

/**
 * Loads a plan level by level: all joins of one level are collected from the documents of the level above and asked
 * together, so that a query of depth d over lists costs at most d + 1 store queries per mapped field.
 * @param root the parent of the root fields
 */
export async function loadDocuments(plan: ObjectPlan, root: Document, settings: LoadSettings): Promise<LoadedOutcomes> {
  const outcomes: Outcomes = new Map()
  const documents: ParentDocuments = new Map()
  const loading: LoadContext = { ...settings, documentOf: (parent: unknown) => documents.get(parent) ?? parent }
  let pending: PendingFields = new Map()
  collectQueries(plan, root, {
    pending,
    documents,
    document: undefined,
    origin: settings.origin,
    prefix: [],
    outcomes,
  })
  while (pending.size > 0) {
    const groups = bindGroups(pending, outcomes, loading)
    await Promise.all(
      groups.map(async group => {
        const found = await loadGroup(group, loading)
        for (const field of group.fields) addOutcomes(outcomes, field, found)
      }),
    )
    pending = nextLevel({ pending, outcomes, documents }, loading)
  }
  return (field, parent) => outcomes.get(field)?.get(parent) ?? NOTHING
}

/** A field may have failed for other parents already. */
function addOutcomes(outcomes: Outcomes, field: FieldPlan, found: ReadonlyMap<unknown, FieldOutcome>): void {
  const before = outcomes.get(field)
  outcomes.set(field, before ? new Map([...before, ...found]) : found)
}

type Level = { pending: PendingFields; outcomes: Outcomes; documents: ParentDocuments }

function nextLevel({ pending, outcomes, documents }: Level, { rulings }: LoadContext): PendingFields {
  const next: PendingFields = new Map()
  for (const field of pending.keys()) {
    const { selection, source } = field
    if (!selection?.hasQueries || source.kind !== 'query') continue
    const ruling = rulings(source.mapping)
    const origin = ruling.kind === 'ruled' ? ruling : undefined
    const around = { pending: next, documents, outcomes, origin, prefix: [] }
    for (const document of answeredDocuments(field, outcomes))
      collectQueries(selection, document, { ...around, document })
  }
  return next
}

/** The documents that stand in the answer for a field: all, or the first of each parent. */
function answeredDocuments(field: FieldPlan, outcomes: Outcomes): Iterable<Document> {
  const { source } = field
  const most = source.kind === 'query' && source.mapping.isList ? undefined : 1
  const found = [...(outcomes.get(field)?.values() ?? [])]
  // Parents may share documents; one has each once.
  const [only] = found
  if (found.length === 1 && only?.kind === 'documents') return only.documents.slice(0, most)
  return new Set(found.flatMap(each => (each.kind === 'documents' ? each.documents.slice(0, most) : [])))
}

/** Binds the arguments and puts fields together that ask the same; a field whose arguments can't be used fails for all its parents. */
function bindGroups(pending: PendingFields, outcomes: Outcomes, loading: LoadContext): QueryGroup[] {
  const groups = new Map<string, QueryGroup>()
  for (const [field, parents] of pending) {
    if (field.source.kind !== 'query') continue
    const binding = bindQuery(field, field.source.mapping, loading)
    if (binding.kind === 'failed') {
      outcomes.set(field, new Map([...parents].map(parent => [parent, binding])))
      continue
    }
    const paths = neededPaths(field, field.source.mapping)
    const group = groups.get(binding.query.signature)
    if (group) addToGroup(group, field, { parents, paths })
    else {
      groups.set(binding.query.signature, {
        query: binding.query,
        fields: [field],
        parents,
        paths,
      })
    }
  }
  return [...groups.values()]
}

type QueryMember = { parents: ReadonlySet<unknown>; paths: ReadonlySet<string> | undefined }

function addToGroup(group: QueryGroup, field: FieldPlan, { parents, paths }: QueryMember): void {
  group.fields.push(field)
  group.parents = new Set([...group.parents, ...parents])
  group.paths = paths && group.paths && new Set([...group.paths, ...paths])
}

function loadGroup(group: QueryGroup, loading: LoadContext): Promise<Map<unknown, FieldOutcome>> {
  const { query } = group
  const { strategy } = query.mapping
  switch (strategy.kind) {
    case 'same':
      return loadSame(group, loading)
    case 'batched':
      return 'sharedFilter' in query ? loadBatched({ ...group, query, ...strategy }, loading) : loadSame(group, loading)
    case 'each':
      return loadEach(group, strategy.isShared, loading)
  }
}

async function loadSame(group: QueryGroup, loading: LoadContext): Promise<Map<unknown, FieldOutcome>> {
  const question = 'sharedFilter' in group.query ? group.query.sharedFilter() : group.query.stagesFor(undefined)
  const outcome = question ? await ask(group, question, loading) : NOTHING
  return new Map([...group.parents].map(parent => [parent, outcome]))
}

type BatchedGroup = QueryGroup & { query: BoundFind; keys: readonly JoinKey[]; most: number }

async function loadBatched(group: BatchedGroup, loading: LoadContext): Promise<Map<unknown, FieldOutcome>> {
  const { keys, most, query } = group
  const outcomes = new Map<unknown, FieldOutcome>()
  const shared = query.sharedFilter()
  if (!shared) return outcomes
  const readValue = (hole: ParentHole, parent: unknown) => parentValue(hole, parent, loading.documentOf)
  const batches = splitRequests(groupParents(keys, group.parents, readValue), most)
  await Promise.all(
    batches.map(async batch => {
      const filter = joinAll([shared, batchFilter(keys, batch)])
      const outcome = await askFind({ ...group, query, limit: mostFound(keys, batch) }, filter, loading)
      const shares = outcome.kind === 'documents' ? distribute(keys, batch, outcome.documents) : undefined
      for (const request of batch) {
        const own: FieldOutcome = shares ? { kind: 'documents', documents: shares.get(request) ?? [] } : outcome
        for (const parent of request.parents) outcomes.set(parent, own)
      }
    }),
  )
  return outcomes
}

/** One query per parent; parents that ask the same share one where they may. */
async function loadEach(
  group: QueryGroup,
  isShared: boolean,
  loading: LoadContext,
): Promise<Map<unknown, FieldOutcome>> {
  const outcomes = new Map<unknown, FieldOutcome>()
  const asked = new Map<unknown, Promise<FieldOutcome>>()
  await Promise.all(
    [...group.parents].map(async parent => {
      const filled = questionFor(group.query, parent)
      if (filled.kind === 'failed') outcomes.set(parent, filled)
      if (filled.kind !== 'question') return
      const { question } = filled
      const signature = isShared ? valueKey(question) : parent
      const answer = asked.get(signature) ?? ask(group, question, loading)
      asked.set(signature, answer)
      outcomes.set(parent, await answer)
    }),
  )
  return outcomes
}

/** The filter of a find, or the stages of an aggregation. */
type StoreQuestion = Document | readonly Document[]

type FilledQuestion =
  | { kind: 'question'; question: StoreQuestion }
  | { kind: 'nothing' }
  | { kind: 'failed'; error: GraphQLError }

function questionFor(query: BoundQuery, parent: unknown): FilledQuestion {
  try {
    const question = 'filterFor' in query ? query.filterFor(parent) : query.stagesFor(parent)
    return question ? { kind: 'question', question } : { kind: 'nothing' }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'failed', error }
    throw error
  }
}

function ask(group: QueryGroup, question: StoreQuestion, loading: LoadContext): Promise<FieldOutcome> {
  const { query } = group
  if ('stagesFor' in query) return askAggregation({ ...group, query }, [question].flat(), loading)
  return askFind({ ...group, query, limit: ownLimit(query) }, { ...question }, loading)
}

/** Documents that one find asks for. 0 is none: a join has no limit per parent of its own. */
export function ownLimit({ mapping, limit }: BoundFind): number {
  if (!mapping.isList) return 1
  return limit === 0 && mapping.isRoot ? ROOT_PAGE : limit
}
