import { randomUUID } from 'node:crypto'
import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { type BoundQuery, bindQuery } from '../domain/bind/bind-query.ts'
import { neededPaths, parentHolesOf } from '../domain/bind/projection.ts'
import type { JoinStrategy, QueryMapping } from '../domain/model/app-model.ts'
import type { HoleCaller, ParentHole, Variables } from '../domain/model/hole.ts'
import type { FieldPlan, ObjectPlan, Selection } from '../domain/plan/plan-operation.ts'
import type { Rulings } from '../domain/rulings.ts'
import type { PropertyPath } from '../domain/values/property-path.ts'
import { projectionFor } from './ask-store.ts'
import { ownLimit } from './load-documents.ts'

/** Fields that are explained; the same selection may stand in many places. */
const MAX_FIELDS = 500

type ExplainSettings = { variables: Variables; caller: HoleCaller; rulings: Rulings }
type PlanWalk = ExplainSettings & { found: Document[]; seen: Map<Selection, Set<string>> }

/**
 * What each query field of a plan would ask of the store: arguments filled, `{"$fk": "<path>"}` where a value of a parent
 * comes in. Nothing is read.
 */
export function explainPlan(plan: ObjectPlan, settings: ExplainSettings): ExplainedFields {
  const walk: PlanWalk = { ...settings, found: [], seen: new Map() }
  walkSelection(plan, [], walk)
  return { fields: walk.found.slice(0, MAX_FIELDS), isCut: walk.found.length > MAX_FIELDS }
}

/** `isCut`: the query has more fields of this kind than are told. */
export type ExplainedFields = { fields: readonly Document[]; isCut: boolean }

function walkSelection(selection: Selection, path: readonly string[], walk: PlanWalk): void {
  const places = walk.seen.get(selection) ?? new Set()
  walk.seen.set(selection, places)
  const place = path.join('.')
  if (places.has(place)) return
  places.add(place)
  const plans = selection.kind === 'object' ? [selection] : selection.objects.values()
  for (const plan of plans) for (const field of plan.fields) walkField(field, path, walk)
}

function walkField(field: FieldPlan, path: readonly string[], walk: PlanWalk): void {
  if (walk.found.length > MAX_FIELDS) return
  const at = [...path, field.key]
  if (field.source.kind === 'query') {
    walk.found.push({ path: at.join('.'), ...explainField(field, field.source.mapping, walk) })
  }
  if (field.selection?.hasQueries) walkSelection(field.selection, at, walk)
}

function explainField(field: FieldPlan, mapping: QueryMapping, { rulings, ...given }: PlanWalk): Document {
  const { db, collection, how, strategy } = mapping
  const ruling = rulings(mapping)
  if (ruling.kind === 'refused') return { db, collection, how, error: ruling.error.message }
  const binding = bindQuery(field, mapping, { ...given, documentOf: parent => parent })
  if (binding.kind === 'failed') return { db, collection, how, error: binding.error.message }
  const projection = projectionFor(neededPaths(field, mapping), ruling.visibility).fields
  const sharing = sharingOf(strategy)
  return { db, collection, how, ...questionOf(binding.query), ...(projection ? { projection } : {}), sharing }
}

function questionOf(query: BoundQuery): Document {
  const { parent, marks } = markedParent(parentHolesOf(query.mapping))
  if ('stagesFor' in query) return { stages: putMarks(query.stagesFor(parent) ?? null, marks) }
  const { sort, skip } = query
  const limit = ownLimit(query)
  const counts = { ...(limit > 0 ? { limit } : {}), ...(skip > 0 ? { skip } : {}) }
  return { filter: putMarks(query.filterFor(parent) ?? null, marks), ...(sort ? { sort } : {}), ...counts }
}

function sharingOf(strategy: JoinStrategy): Document {
  switch (strategy.kind) {
    case 'same':
      return { kind: 'once' }
    case 'batched':
      return { kind: 'batched', most: strategy.most }
    case 'each':
      return { kind: 'each', shared: strategy.isShared }
  }
}

type QueryMarks = ReadonlyMap<string, Document>

/** A parent that has a word of its own at each place that is read: nobody can send it, and it passes as any text. */
function markedParent(holes: readonly ParentHole[]): { parent: Document; marks: QueryMarks } {
  const token = randomUUID().replaceAll('-', '')
  const marks = new Map<string, Document>()
  const parent: Document = {}
  for (const [index, { path, of }] of holes.entries()) {
    const word = `fk${token}n${index}n`
    const name = path.join('.')
    marks.set(word, { $fk: of === 'document' ? `rootDoc.${name}` : name })
    mark(parent, path, word)
  }
  return { parent, marks }
}

/** A hole inside of another one's value keeps the outer word. */
function mark(parent: Document, path: PropertyPath, word: string): void {
  let place = parent
  for (const [at, name] of path.entries()) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined
    if (at === path.length - 1) place[name] = inner ?? word
    else if (isDocument(inner)) place = inner
    else if (inner !== undefined) return
    else {
      const made: Document = {}
      place[name] = made
      place = made
    }
  }
}

function putMarks(value: unknown, marks: QueryMarks): unknown {
  if (typeof value === 'string') return marks.get(value) ?? value
  if (Array.isArray(value)) return value.map(each => putMarks(each, marks))
  if (!isDocument(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, putMarks(inner, marks)]))
}
