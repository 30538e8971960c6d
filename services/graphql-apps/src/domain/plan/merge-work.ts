import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/** Pairs of fields and steps; a query of an application takes some hundreds. */
export const MAX_MERGE_WORK = 50_000
/** What is deeper is refused for its depth. */
const MAX_DEPTH = 120

/**
 * How much work it is to find out whether the fields of a document can be merged: the validation compares each field
 * with each other one of the same name, through fragments, which a small text can drive to millions.
 * @returns at most a little above `MAX_MERGE_WORK`
 */
export function mergeWork(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const counter: Counter = { fragments, work: 0 }
  for (const definition of document.definitions) {
    if ('selectionSet' in definition) countMerging([definition.selectionSet], 0, counter)
  }
  return counter.work
}

type Counter = { fragments: ReadonlyMap<string, FragmentDefinitionNode>; work: number }

const isOver = ({ work }: Counter): boolean => work > MAX_MERGE_WORK

function countMerging(sets: readonly SelectionSetNode[], depth: number, counter: Counter): void {
  const groups = new Map<string, FieldNode[]>()
  for (const set of sets) collect(set, { groups, spread: new Set(), counter })
  for (const fields of groups.values()) {
    counter.work += (fields.length * (fields.length - 1)) / 2
    if (isOver(counter) || depth > MAX_DEPTH) return
    const inner = fields.flatMap(field => field.selectionSet ?? [])
    if (inner.length > 0) countMerging(inner, depth + 1, counter)
  }
}

type MergeWork = { groups: Map<string, FieldNode[]>; spread: Set<string>; counter: Counter }

function collect(set: SelectionSetNode, collecting: MergeWork): void {
  const { groups, spread, counter } = collecting
  for (const selection of set.selections) {
    counter.work += 1
    if (isOver(counter)) return
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value
      const group = groups.get(name)
      if (group) group.push(selection)
      else groups.set(name, [selection])
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, collecting)
    } else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = counter.fragments.get(selection.name.value)
      if (fragment) collect(fragment.selectionSet, collecting)
    }
  }
}
