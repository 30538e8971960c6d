import { getNullableType, isListType } from 'graphql'
import type { QueryMapping } from '../model/app-model.ts'
import type { ParentHole } from '../model/hole.ts'
import { parentHoles, parentHolesOfStages } from '../model/stage-template.ts'
import type { FieldPlan, ObjectPlan, Selection } from '../plan/plan-operation.ts'
import { isIndex, type PropertyPath } from '../values/property-path.ts'

export type QueryProjection = Readonly<Record<string, 0 | 1>>

/**
 * The properties that a query has to fetch for what is selected of its documents, and for the joins below it.
 * Lists of sub-documents are fetched whole: a projection inside them would drop elements that are no documents.
 * @returns undefined when the whole document is needed
 */
export function neededPaths(
  field: FieldPlan,
  mapping: Pick<QueryMapping, 'strategy'>,
): ReadonlySet<string> | undefined {
  const { selection } = field
  if (!selection) return undefined
  const known = pathsOfFields.get(field)
  const paths = known ?? collectPaths(selection, mapping)
  pathsOfFields.set(field, paths)
  return paths.has('') ? undefined : paths
}

/** A plan is used by many requests. */
const pathsOfFields = new WeakMap<FieldPlan, ReadonlySet<string>>()

function collectPaths(selection: Selection, mapping: Pick<QueryMapping, 'strategy'>): ReadonlySet<string> {
  const paths = new Set<string>()
  collectSelection(selection, [], { paths, seen: new Map() })
  if (mapping.strategy.kind === 'batched') {
    for (const { field } of mapping.strategy.keys) addPath(field.split('.'), paths)
  }
  return paths
}

/** @param isHidden properties that are never fetched */
export function projectionOf(paths: ReadonlySet<string>, isHidden: (path: string) => boolean): QueryProjection {
  const kept = [...paths].filter(path => !isHidden(path) && !hasAncestor(path, paths))
  if (kept.length === 0) return { _id: 1 }
  const projection: Record<string, 0 | 1> = Object.fromEntries(kept.map(path => [path, 1]))
  if (!kept.some(path => path === '_id' || path.startsWith('_id.'))) projection._id = 0
  return projection
}

function hasAncestor(path: string, paths: ReadonlySet<string>): boolean {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    if (paths.has(path.slice(0, dot))) return true
  }
  return false
}

/** `seen`: where plans were met already, as several ways may lead to one. */
type PathCollection = { paths: Set<string>; seen: Map<ObjectPlan, Set<string>> }

function collectSelection(selection: Selection, prefix: PropertyPath, collecting: PathCollection): void {
  if (selection.kind === 'object') return collectObject(selection, prefix, collecting)
  for (const path of selection.resolver.paths) addPath([...prefix, ...path], collecting.paths)
  for (const plan of selection.objects.values()) collectObject(plan, prefix, collecting)
}

function collectObject(plan: ObjectPlan, prefix: PropertyPath, collecting: PathCollection): void {
  const places = collecting.seen.get(plan) ?? new Set()
  collecting.seen.set(plan, places)
  const place = prefix.join('.')
  if (places.has(place)) return
  places.add(place)
  for (const field of plan.fields) collectField(field, prefix, collecting)
}

function collectField({ source, selection }: FieldPlan, prefix: PropertyPath, collecting: PathCollection): void {
  const { paths } = collecting
  if (source.kind === 'query') {
    for (const { of, path } of parentHolesOf(source.mapping)) {
      addPath(of === 'parent' ? [...prefix, ...path] : path, paths)
    }
  }
  if (source.kind !== 'property') return
  const path = [...prefix, ...source.mapping.path]
  const isList = isListType(getNullableType(source.field.type))
  if (!selection || isList || path.some(isIndex)) {
    addPath(path, paths)
    return selection && addDocumentPaths(selection, paths)
  }
  const before = paths.size
  collectSelection(selection, path, collecting)
  // Nothing of it is read, but whether it is there is.
  if (paths.size === before) addPath(path, paths)
}

/** Adds what is read of the document around objects that are fetched whole. */
function addDocumentPaths(selected: Selection, paths: Set<string>, seen = new Set<Selection>()): void {
  if (seen.has(selected)) return
  seen.add(selected)
  if (selected.kind === 'abstract') {
    for (const plan of selected.objects.values()) addDocumentPaths(plan, paths, seen)
    return
  }
  for (const { source, selection } of selected.fields) {
    if (source.kind === 'query') {
      const holes = parentHolesOf(source.mapping).filter(({ of }) => of === 'document')
      for (const { path } of holes) addPath(path, paths)
    } else if (selection) addDocumentPaths(selection, paths, seen)
  }
}

function addPath(path: PropertyPath, paths: Set<string>): void {
  const index = path.findIndex(isIndex)
  paths.add((index === -1 ? path : path.slice(0, index)).join('.'))
}

/** Lists the holes of a mapping that read stored documents of the level above. */
export const parentHolesOf = (mapping: QueryMapping): readonly ParentHole[] =>
  mapping.how === 'find' ? parentHoles(mapping.find) : parentHolesOfStages(mapping.stages)
