import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { JoinKey, QueryMapping } from '../domain/app-model.ts'
import { type BoundQuery, bindQuery } from '../domain/bind-query.ts'
import type { Outcome } from '../domain/compile-writer.ts'
import { joinAll } from '../domain/filter-template.ts'
import { batchFilter, distribute, groupParents, splitRequests } from '../domain/join-batch.ts'
import type { FieldPlan, ObjectPlan, Variables } from '../domain/plan-operation.ts'
import { neededPaths, projectionOf } from '../domain/projection.ts'
import { readPath } from '../domain/property-path.ts'
import { valueKey } from '../domain/value-key.ts'
import type { Hidden } from './document-reader.ts'
import type { BudgetedReader } from './query-budget.ts'

/** Documents of a root list that gives no limit: the documented page. */
const ROOT_PAGE = 100

export type Loading = { read: BudgetedReader; hidden: Hidden; variables: Variables }

/** What every query field of a plan came to, by field and parent. */
export type Loaded = (field: FieldPlan, parent: unknown) => Outcome

const NOTHING: Outcome = { kind: 'documents', documents: [] }

/** Fields that are to be asked for these parents. */
type Pending = Map<FieldPlan, Set<unknown>>

/** Fields of one level that ask the same of the store, asked together. */
type Group = { query: BoundQuery; fields: FieldPlan[]; parents: Set<unknown>; paths: Set<string> | undefined }

/**
 * Loads a plan level by level: all joins of one level are collected from the documents of the level above and asked
 * together, so that a query of depth d over lists costs at most d + 1 store queries per mapped field.
 * @param root the parent of the root fields
 */
export async function loadDocuments(plan: ObjectPlan, root: Document, loading: Loading): Promise<Loaded> {
  const outcomes: Outcomes = new Map()
  let pending: Pending = new Map()
  collectQueries(plan, root, pending)
  while (pending.size > 0) {
    const groups = bindGroups(pending, outcomes, loading)
    await Promise.all(
      groups.map(async group => {
        const found = await loadGroup(group, loading)
        for (const field of group.fields) outcomes.set(field, found)
      }),
    )
    pending = nextLevel(pending, outcomes)
  }
  return (field, parent) => outcomes.get(field)?.get(parent) ?? NOTHING
}

function collectQueries(plan: ObjectPlan, source: Document, pending: Pending): void {
  for (const field of plan.fields) {
    if (field.source.kind === 'query') {
      const parents = pending.get(field)
      if (parents) parents.add(source)
      else pending.set(field, new Set([source]))
    } else if (field.source.kind === 'property' && field.selection?.hasQueries) {
      const { selection } = field
      forEachDocument(readPath(source, field.source.mapping.path), inner => collectQueries(selection, inner, pending))
    }
  }
}

function forEachDocument(value: unknown, visit: (document: Document) => void): void {
  if (Array.isArray(value)) for (const element of value) forEachDocument(element, visit)
  else if (isDocument(value)) visit(value)
}

type Outcomes = Map<FieldPlan, ReadonlyMap<unknown, Outcome>>

function nextLevel(pending: Pending, outcomes: Outcomes): Pending {
  const next: Pending = new Map()
  for (const field of pending.keys()) {
    const { selection } = field
    if (!selection?.hasQueries) continue
    for (const document of answeredDocuments(field, outcomes)) collectQueries(selection, document, next)
  }
  return next
}

/** The documents that stand in the answer for a field: all, or the first of each parent. */
function answeredDocuments(field: FieldPlan, outcomes: Outcomes): ReadonlySet<Document> {
  const { source } = field
  const most = source.kind === 'query' && source.mapping.isList ? undefined : 1
  const found = [...(outcomes.get(field)?.values() ?? [])]
  return new Set(found.flatMap(each => (each.kind === 'documents' ? each.documents.slice(0, most) : [])))
}

/** Binds the arguments and puts fields together that ask the same; a field whose arguments can't be used fails for all its parents. */
function bindGroups(pending: Pending, outcomes: Outcomes, loading: Loading): Group[] {
  const groups = new Map<string, Group>()
  for (const [field, parents] of pending) {
    if (field.source.kind !== 'query') continue
    const binding = bindQuery(field, field.source.mapping, loading.variables)
    if (binding.kind === 'failed') {
      outcomes.set(field, new Map([...parents].map(parent => [parent, binding])))
      continue
    }
    const paths = neededPaths(field.selection, field.source.mapping)
    const group = groups.get(binding.query.signature)
    if (group) addToGroup(group, { field, parents, paths })
    else {
      groups.set(binding.query.signature, {
        query: binding.query,
        fields: [field],
        parents: new Set(parents),
        paths: paths && new Set(paths),
      })
    }
  }
  return [...groups.values()]
}

type Member = { field: FieldPlan; parents: ReadonlySet<unknown>; paths: ReadonlySet<string> | undefined }

function addToGroup(group: Group, { field, parents, paths }: Member): void {
  group.fields.push(field)
  for (const parent of parents) group.parents.add(parent)
  if (!paths) group.paths = undefined
  for (const path of paths ?? []) group.paths?.add(path)
}

function loadGroup(group: Group, loading: Loading): Promise<Map<unknown, Outcome>> {
  const { strategy } = group.query.mapping
  switch (strategy.kind) {
    case 'same':
      return loadSame(group, loading)
    case 'batched':
      return loadBatched(group, strategy.keys, loading)
    case 'each':
      return loadEach(group, loading)
  }
}

async function loadSame(group: Group, loading: Loading): Promise<Map<unknown, Outcome>> {
  const outcome = await ask(group, { filter: group.query.sharedFilter(), limit: ownLimit(group.query) }, loading)
  return new Map([...group.parents].map(parent => [parent, outcome]))
}

async function loadBatched(group: Group, keys: readonly JoinKey[], loading: Loading): Promise<Map<unknown, Outcome>> {
  const outcomes = new Map<unknown, Outcome>()
  const batches = splitRequests(groupParents(keys, group.parents))
  const shared = group.query.sharedFilter()
  await Promise.all(
    batches.map(async batch => {
      const outcome = await ask(group, { filter: joinAll([shared, batchFilter(keys, batch)]), limit: 0 }, loading)
      const shares = outcome.kind === 'documents' ? distribute(keys, batch, outcome.documents) : undefined
      for (const request of batch) {
        const own: Outcome = shares ? { kind: 'documents', documents: shares.get(request) ?? [] } : outcome
        for (const parent of request.parents) outcomes.set(parent, own)
      }
    }),
  )
  return outcomes
}

/** One query per distinct filter. */
async function loadEach(group: Group, loading: Loading): Promise<Map<unknown, Outcome>> {
  const outcomes = new Map<unknown, Outcome>()
  const asked = new Map<string, Promise<Outcome>>()
  await Promise.all(
    [...group.parents].map(async parent => {
      const filter = filterOf(group.query, parent)
      if (filter.kind === 'failed') outcomes.set(parent, filter)
      if (filter.kind !== 'filter') return
      const { signature } = filter
      const answer =
        asked.get(signature) ?? ask(group, { filter: filter.filter, limit: ownLimit(group.query) }, loading)
      asked.set(signature, answer)
      outcomes.set(parent, await answer)
    }),
  )
  return outcomes
}

type ParentFilter =
  | { kind: 'filter'; filter: Document; signature: string }
  | { kind: 'nothing' }
  | { kind: 'failed'; error: GraphQLError }

function filterOf(query: BoundQuery, parent: unknown): ParentFilter {
  try {
    const filter = query.filterFor(parent)
    return filter ? { kind: 'filter', filter, signature: valueKey(filter) } : { kind: 'nothing' }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'failed', error }
    throw error
  }
}

/** 0 is none: a join has no limit per parent of its own. */
function ownLimit({ mapping, limit }: BoundQuery): number {
  if (!mapping.isList) return 1
  return limit === 0 && mapping.isRoot ? ROOT_PAGE : limit
}

function ask(group: Group, { filter, limit }: { filter: Document; limit: number }, { read, hidden }: Loading) {
  const { mapping, sort, skip } = group.query
  const { db, collection } = mapping
  return read({ db, collection, filter, sort, skip, limit, projection: projectionFor(group, mapping, hidden) })
}

/** What is fetched of documents; nothing that is hidden. @param paths undefined: all */
export function projectionFor(
  { paths }: Pick<Group, 'paths'>,
  { db, collection }: Pick<QueryMapping, 'db' | 'collection'>,
  hidden: Hidden,
) {
  const protectedPaths = hidden({ db, collection })
  if (paths) {
    return projectionOf(paths, path => protectedPaths.some(each => path === each || path.startsWith(`${each}.`)))
  }
  if (protectedPaths.length === 0) return undefined
  return Object.fromEntries(protectedPaths.map(path => [path, 0 as const]))
}
