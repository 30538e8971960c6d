import type { CallInput, Definition, PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { isStoredObject } from '../exchange/stored-value.ts'
import { fault, type SyntaxFault } from '../language/syntax.ts'
import { shorten, textOf } from '../operand.ts'
import { isSameValue } from '../same-value.ts'
import { isSecretName } from '../secret-name.ts'
import { combine, type Truth } from '../truth.ts'
import { MAX_LEVELS } from './key-tree.ts'
import { documentsOf, hasNumber, isBelow, type WrittenDocument, withoutPositions, writesOf } from './request-body.ts'

/** Every document of the body gives the key this value. */
export const bodyPropEquals: Definition = {
  parameters: [
    { name: 'key', takes: 'text' },
    { name: 'value', takes: 'json' },
  ],
  build: input => onValues(input, 'value', (given, [wanted]) => isSameValue(given, wanted)),
}

/** Every document of the body gives the key an array that has all of the values. */
export const bodyArrayContains: Definition = onArray((array, wanted) => wanted.every(value => hasValue(array, value)))

/** Every document of the body gives the key an array that has none but these values. */
export const bodyArrayIsSubset: Definition = onArray((array, allowed) =>
  array.every(element => hasValue(allowed, element)),
)

function hasValue(values: readonly unknown[], wanted: unknown): boolean {
  return values.some(value => isSameValue(value, wanted))
}

function onArray(judge: (array: readonly unknown[], values: readonly unknown[]) => boolean): Definition {
  return {
    parameters: [
      { name: 'key', takes: 'text' },
      { name: 'values', takes: 'jsons' },
    ],
    build: input => onValues(input, 'values', (given, values) => Array.isArray(given) && judge(given, values)),
  }
}

type Judge = (given: unknown, wanted: readonly unknown[]) => boolean

/**
 * A key that a document does not give, gives to one element of a list only, or gives by an operator that says nothing
 * about its value (`$inc`, `$push`, `$unset`, `$setOnInsert`), is unknown: neither the predicate nor its `not` lets it pass.
 */
function onValues({ text, jsons }: CallInput, parameter: string, judge: Judge): PredicateCheck | SyntaxFault {
  const { text: key, offset } = text('key')
  if (key !== withoutPositions(key)) return fault(offset, `"${key}": leave out positions in arrays and operators.`)
  const wanted = jsons(parameter)
  return {
    kind: 'check',
    readsBody: true,
    test(exchange, scope) {
      const values = wanted.map(({ bind }) => bind(exchange, scope))
      const documents = documentsOf(exchange)
      if (!documents || values.includes(undefined)) return 'unknown'
      const truthOf = ({ document }: WrittenDocument): Truth =>
        givenValues(document, key)?.every(given => judge(given, values)) ?? 'unknown'
      return documents.reduce<Truth>((truth, written) => combine(truth, truthOf(written), false), true)
    },
    because: exchange => showGiven(exchange, key),
  }
}

function showGiven(exchange: Exchange, key: string): string {
  const given = documentsOf(exchange)?.map(({ document }) => givenValues(document, key)) ?? [undefined]
  if (given.includes(undefined)) return `the body does not say what ${key} becomes`
  const shown = given.flatMap(values => values ?? []).map(value => JSON.stringify(value, showNumber))
  return `the body had ${key} ${isSecretName(key) ? '[redacted]' : shorten([...new Set(shown)].join(', '))}`
}

/** A 64-bit number as a number, not as its halves. */
const showNumber = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !('toJSON' in value) && textOf(value) !== undefined
    ? Number(textOf(value))
    : value

/** What the field becomes in any case; `$setOnInsert` does nothing to a document that is there. */
const SETTING = new Set([undefined, '$set'])

/** Every value that the document gives the key; undefined when there is none, or when one of them can't be told. */
function givenValues(document: object, key: string): readonly unknown[] | undefined {
  const values: unknown[] = []
  for (const { operator, key: written, value } of writesOf(document)) {
    const name = withoutPositions(written)
    const isTouching = name === key || isBelow(name, key) || isBelow(key, name)
    if (!isTouching) continue
    if (!SETTING.has(operator) || hasNumber(written)) return undefined
    if (!addValues(values, key, { name, value, level: 1 })) return undefined
  }
  return values.length > 0 ? values : undefined
}

type BodyPlace = { name: string; value: unknown; level: number }

/** @returns false when only a part of the key's value is given, or when an element of a list on the way says nothing of it */
function addValues(values: unknown[], key: string, { name, value, level }: BodyPlace): boolean {
  if (name === key) values.push(value)
  if (name === key || level > MAX_LEVELS) return name === key
  if (!isBelow(key, name)) return !isBelow(name, key)
  return (Array.isArray(value) ? value : [value]).every(element => {
    const before = values.length
    const fields = isStoredObject(element) ? Object.entries(element) : []
    const isWhole = fields.every(([child, inner]) =>
      addValues(values, key, { name: `${name}.${child}`, value: inner, level: level + 1 }),
    )
    return isWhole && values.length > before
  })
}
