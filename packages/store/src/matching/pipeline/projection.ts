import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldsOf, isArray, typeOf } from '../values/value.ts'
import { putField } from '../values/write-path.ts'

/** The paths of a projection as a tree; a leaf is named by the projection itself. */
type Tree = Map<string, Tree | 'leaf'>

export type DocumentProjector = (document: Document) => Document

function addPath(tree: Tree, path: string): void {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  let inside = tree
  for (const part of parts) {
    const next = inside.get(part) ?? new Map()
    if (next === 'leaf') throw new InvalidQueryError(`The projection names ${path} and something around it.`)
    inside.set(part, next)
    inside = next
  }
  if (last === '' || inside.has(last)) throw new InvalidQueryError(`The projection can't name ${path} here.`)
  inside.set(last, 'leaf')
}

function included(value: unknown, tree: Tree | 'leaf'): unknown {
  if (tree === 'leaf') return value
  if (isArray(value)) return value.map(each => included(each, tree)).filter(each => each !== undefined)
  return typeOf(value) === 'object' ? include(fieldsOf(value), tree) : undefined
}

function include(document: Document, tree: Tree): Document {
  const result: Document = {}
  for (const [field, value] of Object.entries(document)) {
    const branch = tree.get(field)
    const kept = branch && included(value, branch)
    if (kept !== undefined) putField(result, field, kept)
  }
  return result
}

function excluded(value: unknown, tree: Tree): unknown {
  if (isArray(value)) return value.map(each => excluded(each, tree))
  return typeOf(value) === 'object' ? exclude(fieldsOf(value), tree) : value
}

function exclude(document: Document, tree: Tree): Document {
  const result: Document = {}
  for (const [field, value] of Object.entries(document)) {
    const branch = tree.get(field)
    if (branch !== 'leaf') putField(result, field, branch ? excluded(value, branch) : value)
  }
  return result
}

function isKept(path: string, flag: unknown): boolean {
  if (path.startsWith('$') || path.includes('.$')) throw new UnsupportedByStoreError(`The projection ${path}`)
  if (typeof flag === 'boolean') return flag
  const number = numericOf(flag)
  if (number === undefined) throw new UnsupportedByStoreError(`A projection of ${path} by anything but 0 and 1`)
  return Number(number.toString()) !== 0
}

/** @throws InvalidQueryError when 0 and 1 are mixed (but for `_id`), or paths overlap */
export function compileProjection(projection: Document): DocumentProjector {
  const flags = Object.entries(projection).map(([path, flag]) => [path, isKept(path, flag)] as const)
  const others = flags.filter(([path]) => path !== '_id')
  const idFlag = flags.find(([path]) => path === '_id')?.[1]
  const including = others[0]?.[1] ?? idFlag ?? false
  if (others.some(([, kept]) => kept !== including)) {
    throw new InvalidQueryError('A projection keeps fields (1) or leaves them out (0); only _id may differ.')
  }
  const tree: Tree = new Map()
  for (const [path] of others) addPath(tree, path)
  if (including ? idFlag !== false : idFlag === false) addId(tree)
  return including ? document => include(document, tree) : document => exclude(document, tree)
}

function addId(tree: Tree): void {
  if (!tree.has('_id')) tree.set('_id', 'leaf')
}
