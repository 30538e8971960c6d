import { isStoredObject } from '../exchange/stored-value.ts'
import { hasNumber, type WrittenDocument, withoutMarks, withoutPositions, writesOf } from './request-body.ts'

/** Dotted keys as a tree. `isEnd`: a key ends here, whatever else goes on below it. */
export type KeyTree = { isEnd: boolean; children: Map<string, KeyTree> | undefined }

/** MongoDB takes documents of 100 levels. What is nested deeper is not judged. */
export const MAX_LEVELS = 100

/**
 * What a document writes, as keys. `named`: as it stands. `placed`: without the numbers in dotted keys, which are positions
 * where the store has a list, and names where it has none. Numbers in the body's own objects are names in both.
 */
export type WrittenKeys = { named: KeyTree; placed: KeyTree }

type KeyTreeCache = WeakMap<object, WrittenKeys | 'too-deep'>

/** A large body is gone through once, however many predicates ask. */
const replacing: KeyTreeCache = new WeakMap()
const adding: KeyTreeCache = new WeakMap()

/** @returns undefined for a document that is nested too deep to be judged */
export function writtenKeys({ document, replaces }: WrittenDocument): WrittenKeys | undefined {
  const known = replaces ? replacing : adding
  const keys = known.get(document) ?? readKeys({ document, replaces })
  known.set(document, keys)
  return keys === 'too-deep' ? undefined : keys
}

function readKeys({ document, replaces }: WrittenDocument): WrittenKeys | 'too-deep' {
  const writes = writesOf(document)
  const read = (segmentsOf: (key: string) => string[]): KeyTree | undefined => {
    const root = newTree()
    const isJudged = writes.every(({ operator, key, value }) =>
      addWrite(root, segmentsOf(key), { value, isWhole: replaces || operator !== undefined }),
    )
    return isJudged ? root : undefined
  }
  const named = read(key => withoutMarks(key).split('.'))
  const placed = writes.some(({ key }) => hasNumber(key)) ? read(key => withoutPositions(key).split('.')) : named
  return named && placed ? { named, placed } : 'too-deep'
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

type WrittenValue = { value: unknown; isWhole: boolean }

/**
 * What is set by its path, or by an operator, takes the place of all that was there: the path itself is written.
 * @returns false when it goes deeper than can be judged
 */
function addWrite(root: KeyTree, segments: readonly string[], { value, isWhole }: WrittenValue): boolean {
  const isJudged = addValue(root, segments, { value, level: 0 })
  if (isJudged && isWhole) segments.reduce(childAt, root).isEnd = true
  return isJudged
}

type Inner = { value: unknown; level: number }

function addValue(parent: KeyTree, segments: readonly string[], { value, level }: Inner): boolean {
  const below = level + segments.length
  if (below > MAX_LEVELS) return false
  const tree = segments.reduce(childAt, parent)
  return elementsOf(value).every(element => {
    const all = isStoredObject(element) ? Object.entries(element) : []
    const fields = all.filter(([name]) => !name.startsWith('$'))
    if (fields.length === 0 || fields.length < all.length) tree.isEnd = true
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
