import type { Exchange } from '../exchange/exchange.ts'
import { isStoredObject } from '../exchange/stored-value.ts'

/** One thing that a document of the body writes; `operator` is the update operator that it stands in. */
export type BodyWrite = { operator: string | undefined; key: string; value: unknown }

/** One document of the body. `replaces`: what it sets takes the place of what was there, with all that was in it. */
export type WrittenDocument = { document: object; replaces: boolean }

/** The documents of the request body, one at least; undefined when it is no document and no list of them. */
export function documentsOf(exchange: Exchange): readonly WrittenDocument[] | undefined {
  const body = exchange.requestBody?.()
  const documents = Array.isArray(body) ? body : [body]
  if (documents.length === 0 || !documents.every(isStoredObject)) return undefined
  const replaces = exchange.method === 'PATCH'
  return documents.map(document => ({ document, replaces }))
}

/** What stands inside an update operator is written too; `$rename` also writes the new name. */
export function writesOf(document: object): BodyWrite[] {
  return Object.entries(document).flatMap(([key, value]) => {
    if (!key.startsWith('$')) return [{ operator: undefined, key, value }]
    if (!isStoredObject(value)) return [{ operator: key, key, value }]
    return Object.entries(value).flatMap(([name, operand]) => writesInOperator(key, name, operand))
  })
}

function writesInOperator(operator: string, key: string, value: unknown): BodyWrite[] {
  if (operator !== '$rename' || typeof value !== 'string') return [{ operator, key, value }]
  return [
    { operator, key, value: undefined },
    { operator, key: value, value: undefined },
  ]
}

/** `lines.0.sku`, `lines.$.sku` and `lines.$[].sku` all write `lines.sku`. */
export function withoutPositions(key: string): string {
  const [first = '', ...rest] = key.split('.')
  return rest.length === 0 ? key : [first, ...rest.filter(segment => !isPosition(segment))].join('.')
}

/** Without `$` and `$[…]`, which are positions wherever they stand; a number may be a name. */
export function withoutMarks(key: string): string {
  const [first = '', ...rest] = key.split('.')
  return rest.length === 0 ? key : [first, ...rest.filter(segment => !segment.startsWith('$'))].join('.')
}

/** Whether it is about one element of a list, or about a field that is called by a number: nobody can tell which. */
export function hasNumber(key: string): boolean {
  return withoutMarks(key) !== withoutPositions(key)
}

function isPosition(segment: string): boolean {
  return /^\d+$|^\$/.test(segment)
}

export function isBelow(name: string, key: string): boolean {
  return name.length > key.length && name.startsWith(key) && name.charAt(key.length) === '.'
}
