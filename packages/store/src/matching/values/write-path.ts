import { InvalidQueryError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { fieldOf, isArray, isDocument, typeOf } from './value.ts'

const MAX_PADDING = 1_500_000

type Container = Document | unknown[]

const isContainer = (value: unknown): value is Container => isArray(value) || isDocument(value)

function positionOf(container: unknown[], part: string): number {
  if (/^(0|[1-9]\d*)$/.test(part)) {
    const position = Number(part)
    if (position - container.length <= MAX_PADDING) return position
  }
  throw new InvalidQueryError(`The field ${part} can't be made in an array; a position is needed there.`)
}

function childOf(container: Container, part: string): unknown {
  if (!isArray(container)) return fieldOf(container, part)
  return /^\d+$/.test(part) ? container[Number(part)] : undefined
}

/** An own property even where the name is `__proto__`. */
export function putField(document: Document, field: string, value: unknown): void {
  if (field !== '__proto__') document[field] = value
  else Object.defineProperty(document, field, { value, enumerable: true, writable: true, configurable: true })
}

/** How many nulls one update has put into the arrays of a document: each costs the sender nothing. */
const padding = new WeakMap<Document, number>()

function pad(list: unknown[], length: number, root: Document): void {
  const total = (padding.get(root) ?? 0) + Math.max(0, length - list.length)
  if (total > MAX_PADDING) {
    throw new InvalidQueryError(`An update may fill arrays with ${MAX_PADDING} nulls at most; this one asks for more.`)
  }
  padding.set(root, total)
  while (list.length < length) list.push(null)
}

function putChild(container: Container, part: string, { value, root }: { value: unknown; root: Document }): void {
  if (!isArray(container)) return putField(container, part, value)
  const position = positionOf(container, part)
  if (position > container.length) pad(container, position, root)
  container[position] = value
}

function descend(container: Container, part: string, { path, root }: { path: string; root: Document }): Container {
  const child = childOf(container, part)
  if (isContainer(child)) return child
  if (child !== undefined) {
    throw new InvalidQueryError(`${path} can't be set: ${part} is of type ${typeOf(child)}, not a document.`)
  }
  const made: Document = {}
  putChild(container, part, { value: made, root })
  return made
}

/** Sets the value at a path and makes the documents on the way. @throws InvalidQueryError where a scalar is in the way */
export function setAt(document: Document, path: string, value: unknown): void {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  const container = parts.reduce<Container>((inside, part) => descend(inside, part, { path, root: document }), document)
  putChild(container, last, { value, root: document })
}

function containerOf(document: Document, parts: readonly string[]): Container | undefined {
  let container: Container = document
  for (const part of parts) {
    const child = childOf(container, part)
    if (!isContainer(child)) return undefined
    container = child
  }
  return container
}

/** The value at a path, by position in arrays; undefined when there is none. */
export function getAt(document: Document, path: string): unknown {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  const container = containerOf(document, parts)
  return container && childOf(container, last)
}

/** Removes the field at a path; an element of an array becomes null. */
export function unsetAt(document: Document, path: string): void {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  const container = containerOf(document, parts)
  if (!container) return
  if (!isArray(container)) delete container[last]
  else if (childOf(container, last) !== undefined) container[Number(last)] = null
}
