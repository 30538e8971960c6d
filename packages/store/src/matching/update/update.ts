import { ObjectId } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compareStrings, equalValues } from '../values/compare.ts'
import { isDocument, typeOf } from '../values/value.ts'
import { setAt } from '../values/write-path.ts'
import { ARRAY_OPERATORS } from './array-operators.ts'
import { FIELD_OPERATORS } from './field-operators.ts'
import type { DocumentChange, UpdateOperator } from './update-operator.ts'

const OPERATORS: Record<string, UpdateOperator> = { ...FIELD_OPERATORS, ...ARRAY_OPERATORS }

function checkPath(path: string): void {
  for (const part of path.split('.')) {
    if (part === '') throw new InvalidQueryError(`A path has an empty part: "${path}".`)
    if (part.startsWith('$[') || part === '$') throw new UnsupportedByStoreError(`The positional update ${path}`)
    if (part.startsWith('$')) throw new InvalidQueryError(`A field name can't begin with a dollar sign: ${path}.`)
  }
}

/** New fields appear in this order, whatever the order in the update: names by letters, positions by number. */
function comparePaths(left: readonly string[], right: readonly string[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const numbers = /^\d+$/.test(part) && /^\d+$/.test(other)
    const order = numbers ? Number(part) - Number(other) : compareStrings(part, other)
    if (order !== 0) return order
  }
  return -1
}

/** No path twice, and none inside another one; in time that grows with their length alone, however many they are. */
function checkConflicts(paths: readonly string[]): void {
  const known = new Set<string>()
  for (const path of paths) {
    if (known.has(path)) throw conflict(path, path)
    known.add(path)
  }
  for (const path of paths) {
    for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
      const outer = path.slice(0, dot)
      if (known.has(outer)) throw conflict(path, outer)
    }
  }
}

const conflict = (path: string, at: string): InvalidQueryError =>
  new InvalidQueryError(`Updating the path ${path} would create a conflict at ${at}.`)

function operatorOf(name: string): UpdateOperator {
  if (!name.startsWith('$')) throw new InvalidQueryError(`An update has operators only, and ${name} is none.`)
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  if (!operator) throw new UnsupportedByStoreError(`The update operator ${name}`)
  return operator
}

function changesOf(name: string, argument: unknown): { parts: string[]; change: DocumentChange; touches: string[] }[] {
  const operator = operatorOf(name)
  if (!isDocument(argument)) throw new InvalidQueryError(`${name} needs a document of paths.`)
  return Object.entries(argument).map(([path, value]) => {
    checkPath(path)
    const touches = name === '$rename' && typeof value === 'string' ? [path, value] : [path]
    return { parts: path.split('.'), change: operator(path, value), touches }
  })
}

/** @throws InvalidQueryError for a malformed update, UnsupportedByStoreError for an operator that is not on the allow-list */
export function compileUpdate(update: Document): DocumentChange {
  const names = Object.entries(update)
  if (names.length === 0) throw new InvalidQueryError('An update needs at least one operator.')
  const changes = names.flatMap(([name, argument]) => changesOf(name, argument))
  checkConflicts(changes.flatMap(({ touches }) => touches))
  changes.sort((a, b) => comparePaths(a.parts, b.parts))
  return (document, context) => {
    const id = document._id
    for (const { change } of changes) change(document, context)
    if (id !== undefined && !('_id' in document && equalValues(id, document._id))) {
      throw new InvalidQueryError('The _id of a document can not be changed.')
    }
  }
}

/** Checks an `_id` that is to be stored. */
export function checkId(id: unknown): void {
  const type = typeOf(id)
  if (type === 'array' || type === 'regex' || type === 'undefined') {
    throw new InvalidQueryError(`The _id can't be of type ${type}.`)
  }
  if (isDocument(id) && Object.keys(id).some(field => field.startsWith('$'))) {
    throw new InvalidQueryError("The _id can't hold fields that begin with a dollar sign.")
  }
}

/** The document with its `_id` in front; a missing one is made. */
export function withId(document: Document): Document {
  const { _id = new ObjectId(), ...rest } = document
  checkId(_id)
  return { _id, ...rest }
}

/** A replacement of `current`: its `_id` stays. */
export function replacementFor(current: Document, replacement: Document): Document {
  const { _id, ...rest } = replacement
  if (_id !== undefined && current._id !== undefined && !equalValues(_id, current._id)) {
    throw new InvalidQueryError('The _id of a document can not be changed.')
  }
  return { _id: current._id, ...rest }
}

/** @throws InvalidQueryError when it is an update and no replacement */
export function checkReplacement(replacement: Document): void {
  const operator = Object.keys(replacement).find(field => field.startsWith('$'))
  if (operator !== undefined) throw new InvalidQueryError(`A replacement can't hold the operator ${operator}.`)
}

function equalities(filter: Document): [string, unknown][] {
  return Object.entries(filter).flatMap(([path, condition]): [string, unknown][] => {
    if (path === '$and' || path === '$or') {
      const parts = Array.isArray(condition) ? condition : []
      return path === '$or' && parts.length !== 1 ? [] : parts.filter(isDocument).flatMap(equalities)
    }
    if (path.startsWith('$') || typeOf(condition) === 'regex') return []
    return equalityOf(path, condition)
  })
}

function equalityOf(path: string, condition: unknown): [string, unknown][] {
  const isOperator = isDocument(condition) && (Object.keys(condition)[0] ?? '').startsWith('$')
  if (!isOperator) return [[path, condition]]
  if ('$eq' in condition) return [[path, condition.$eq]]
  const single = condition.$in ?? condition.$all
  return Array.isArray(single) && single.length === 1 && typeOf(single[0]) !== 'regex' ? [[path, single[0]]] : []
}

/** What an upsert begins with: the fields that the filter sets equal to something. */
export function seedOf(filter: Document): Document {
  const seed: Document = {}
  const found = equalities(filter)
  checkConflicts(found.map(([path]) => path))
  for (const [path, value] of found) setAt(seed, path, value)
  return seed
}
