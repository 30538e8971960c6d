import type { Definition } from '../definition.ts'
import type { Exchange } from '../exchange.ts'
import { shorten } from '../operand.ts'
import { fault } from '../syntax.ts'

/** Every document of the body has all of the keys. */
export const bodyContains: Definition = onKeys(1, (documents, keys) =>
  documents.every(written => keys.every(key => written.some(name => isWithin(name, key)))),
)

/** Nothing is written but the keys and what is below them. */
export const bodyWhitelist: Definition = onKeys(0, (documents, keys) =>
  documents.every(written => written.every(name => keys.some(key => isWithin(name, key)))),
)

/** None of the keys is written, nothing below them, and nothing that they are below: that would replace them. */
export const bodyBlacklist: Definition = onKeys(1, (documents, keys) =>
  documents.every(written => !written.some(name => keys.some(key => isWithin(name, key) || isWithin(key, name)))),
)

type Judge = (documents: readonly (readonly string[])[], keys: readonly string[]) => boolean

function onKeys(minimum: number, judge: Judge): Definition {
  return {
    parameters: [{ name: 'keys', takes: 'texts', minimum }],
    defaultParameter: 'keys',
    build({ texts }) {
      const wrong = texts('keys').find(({ text }) => text !== withoutPositions(text))
      if (wrong) return fault(wrong.offset, `"${wrong.text}": leave out positions in arrays and operators.`)
      const keys = texts('keys').map(({ text }) => text)
      return {
        kind: 'check',
        readsBody: true,
        test(exchange) {
          const documents = writtenKeys(exchange)
          return documents ? judge(documents, keys) : 'unknown'
        },
        because(exchange) {
          const written = writtenKeys(exchange)?.flat()
          if (!written) return 'there was no body with fields'
          return written.length === 0
            ? 'the body had no fields'
            : `the body had ${shorten([...new Set(written)].join(', '))}`
        },
      }
    },
  }
}

function isWithin(name: string, key: string): boolean {
  return name === key || name.startsWith(`${key}.`)
}

/** The dotted keys that each document of the body writes; undefined when the body is no document and no list of them. */
function writtenKeys({ requestBody }: Exchange): string[][] | undefined {
  const body = requestBody?.()
  const documents = Array.isArray(body) ? body : [body]
  if (!documents.every(isObject)) return undefined
  return documents.map(document => Object.entries(document).flatMap(([key, value]) => topLevelKeys(key, value)))
}

/** What stands inside an update operator is written too; `$rename` also writes the new name. */
function topLevelKeys(key: string, value: unknown): string[] {
  if (!key.startsWith('$')) return leafKeys(key, value)
  if (!isObject(value)) return [key]
  return Object.entries(value).flatMap(([name, operand]) =>
    key === '$rename' && typeof operand === 'string' ? [name, operand].map(withoutPositions) : leafKeys(name, operand),
  )
}

function leafKeys(key: string, value: unknown): string[] {
  const name = withoutPositions(key)
  const inner = (Array.isArray(value) ? value : [value]).filter(isObject)
  const below = inner.flatMap(object =>
    Object.entries(object).flatMap(([child, operand]) =>
      child.startsWith('$') ? [] : leafKeys(`${key}.${child}`, operand),
    ),
  )
  return below.length > 0 ? below : [name]
}

/** `lines.0.sku`, `lines.$.sku` and `lines.$[].sku` all write `lines.sku`. */
function withoutPositions(key: string): string {
  const [first = '', ...rest] = key.split('.')
  return [first, ...rest.filter(segment => !/^\d+$|^\$/.test(segment))].join('.')
}

function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !('_bsontype' in value) || Object.hasOwn(value, '_bsontype')
}
