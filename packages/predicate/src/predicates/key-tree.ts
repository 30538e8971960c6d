import { isObject, isPosition, writesOf } from './request-body.ts'

/** Dotted keys as a tree. `isEnd`: a key ends here, whatever else goes on below it. */
export type KeyTree = { isEnd: boolean; children: Map<string, KeyTree> | undefined }

/** MongoDB takes documents of 100 levels. What is nested deeper is not judged. */
export const MAX_LEVELS = 100

/** A large body is gone through once, however many predicates ask. */
const known = new WeakMap<object, KeyTree | 'too-deep'>()

/** The keys that a document writes, positions in arrays left out; undefined when it is nested too deep to be judged. */
export function writtenKeys(document: object): KeyTree | undefined {
  const tree = known.get(document) ?? readKeys(document)
  known.set(document, tree)
  return tree === 'too-deep' ? undefined : tree
}

function readKeys(document: object): KeyTree | 'too-deep' {
  const root = newTree()
  const isWhole = writesOf(document).every(({ key, value }) => addValue(root, key.split('.'), { value, level: 0 }))
  return isWhole ? root : 'too-deep'
}

export function treeOf(keys: readonly string[]): KeyTree {
  const root = newTree()
  for (const key of keys) key.split('.').reduce(childAt, root).isEnd = true
  return root
}

function newTree(): KeyTree {
  return { isEnd: false, children: undefined }
}

function childAt(tree: KeyTree, segment: string): KeyTree {
  tree.children ??= new Map()
  const known = tree.children.get(segment)
  if (known) return known
  const child = newTree()
  tree.children.set(segment, child)
  return child
}

type Given = { value: unknown; level: number }

/** @returns false when it goes deeper than can be judged */
function addValue(parent: KeyTree, segments: readonly string[], { value, level }: Given): boolean {
  if (level + segments.length > MAX_LEVELS) return false
  const tree = segments.filter((segment, index) => level + index === 0 || !isPosition(segment)).reduce(childAt, parent)
  const below = level + segments.length
  return elementsOf(value).every(element => {
    const fields = isObject(element) ? Object.entries(element).filter(([name]) => !name.startsWith('$')) : []
    if (fields.length === 0) tree.isEnd = true
    return fields.every(([name, inner]) => addValue(tree, name.split('.'), { value: inner, level: below }))
  })
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : [value]
}

/** Whether the key, or one below it, is in the tree. */
export function reaches(tree: KeyTree, key: string): boolean {
  return walk(tree, key).rest === 0
}

/** Whether the key, one below it or one above it is in the tree. */
export function touches(tree: KeyTree, key: string): boolean {
  const { rest, hasPassedEnd } = walk(tree, key)
  return rest === 0 || hasPassedEnd
}

function walk(root: KeyTree, key: string): { rest: number; hasPassedEnd: boolean } {
  const segments = key.split('.')
  let tree = root
  let hasPassedEnd = false
  for (const [index, segment] of segments.entries()) {
    const child = tree.children?.get(segment)
    if (!child) return { rest: segments.length - index, hasPassedEnd }
    hasPassedEnd ||= child.isEnd
    tree = child
  }
  return { rest: 0, hasPassedEnd }
}

/** Whether each key of the tree is listed, or below a listed one. */
export function isCovered(tree: KeyTree, listed: KeyTree): boolean {
  for (const [segment, child] of tree.children ?? []) {
    const entry = listed.children?.get(segment)
    if (!entry) return false
    if (!entry.isEnd && (child.isEnd || !isCovered(child, entry))) return false
  }
  return true
}

/** At most so many of the dotted keys. */
export function namesOf(tree: KeyTree, most: number, above = ''): string[] {
  const names: string[] = []
  for (const [segment, child] of tree.children ?? []) {
    if (names.length >= most) break
    const name = above + segment
    if (child.isEnd) names.push(name)
    names.push(...namesOf(child, most - names.length, `${name}.`))
  }
  return names
}
