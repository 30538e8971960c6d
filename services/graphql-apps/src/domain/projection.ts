import { getNullableType, isListType } from 'graphql'
import type { QueryMapping } from './app-model.ts'
import type { Clause, FilterTemplate } from './filter-template.ts'
import type { FieldPlan, ObjectPlan } from './plan-operation.ts'
import { isIndex, type PropertyPath } from './property-path.ts'

export type Projection = Readonly<Record<string, 0 | 1>>

/**
 * The properties that a query has to fetch for what is selected of its documents, and for the joins below it.
 * Lists of sub-documents are fetched whole: a projection inside them would drop elements that are no documents.
 * @returns undefined when the whole document is needed
 */
export function neededPaths(
  selection: ObjectPlan | undefined,
  mapping: Pick<QueryMapping, 'strategy'>,
): ReadonlySet<string> | undefined {
  if (!selection) return undefined
  const paths = new Set<string>()
  collectObject(selection, [], paths)
  if (mapping.strategy.kind === 'batched') {
    for (const { field } of mapping.strategy.keys) addPath(field.split('.'), paths)
  }
  return paths
}

/** @param isHidden properties that are never fetched */
export function projectionOf(paths: ReadonlySet<string>, isHidden: (path: string) => boolean): Projection {
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

function collectObject(plan: ObjectPlan, prefix: PropertyPath, paths: Set<string>): void {
  for (const field of plan.fields) collectField(field, prefix, paths)
}

function collectField({ source, selection }: FieldPlan, prefix: PropertyPath, paths: Set<string>): void {
  if (source.kind === 'query') {
    for (const path of parentPaths(source.mapping.find)) addPath([...prefix, ...path], paths)
  }
  if (source.kind !== 'property') return
  const path = [...prefix, ...source.mapping.path]
  const isList = isListType(getNullableType(source.field.type))
  if (!selection || isList || path.some(isIndex)) return addPath(path, paths)
  const before = paths.size
  collectObject(selection, path, paths)
  // Nothing of it is read, but whether it is there is.
  if (paths.size === before) addPath(path, paths)
}

function addPath(path: PropertyPath, paths: Set<string>): void {
  const index = path.findIndex(isIndex)
  paths.add((index === -1 ? path : path.slice(0, index)).join('.'))
}

/** Where the `$fk` of a filter read in the parent. */
function parentPaths(find: FilterTemplate): readonly PropertyPath[] {
  return find.flatMap((clause: Clause): readonly PropertyPath[] => {
    if (clause.kind === 'fixed') return []
    if (clause.kind === 'logical') return clause.branches.flatMap(parentPaths)
    return clause.hole.kind === 'fk' ? [clause.hole.path] : []
  })
}
