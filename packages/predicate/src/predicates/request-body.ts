import type { Exchange } from '../exchange.ts'

/** One thing that a document of the body writes; `operator` is the update operator that it stands in. */
export type Write = { operator: string | undefined; key: string; value: unknown }

/** The documents of the request body, one at least; undefined when it is no document and no list of them. */
export function documentsOf(exchange: Exchange): readonly object[] | undefined {
  const body = exchange.requestBody?.()
  const documents = Array.isArray(body) ? body : [body]
  return documents.length > 0 && documents.every(isObject) ? documents : undefined
}

/** What stands inside an update operator is written too; `$rename` also writes the new name. */
export function writesOf(document: object): Write[] {
  return Object.entries(document).flatMap(([key, value]) => {
    if (!key.startsWith('$')) return [{ operator: undefined, key, value }]
    if (!isObject(value)) return [{ operator: key, key, value }]
    return Object.entries(value).flatMap(([name, operand]) => writesInOperator(key, name, operand))
  })
}

function writesInOperator(operator: string, key: string, value: unknown): Write[] {
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

export function endsInPosition(key: string): boolean {
  const dot = key.lastIndexOf('.')
  return dot >= 0 && isPosition(key.slice(dot + 1))
}

export function isPosition(segment: string): boolean {
  return /^\d+$|^\$/.test(segment)
}

export function isBelow(name: string, key: string): boolean {
  return name.length > key.length && name.startsWith(key) && name.charAt(key.length) === '.'
}

/** A plain object; not a list, and not one of the classes of BSON. */
export function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !('_bsontype' in value) || Object.hasOwn(value, '_bsontype')
}
