import type { Definition } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { valueAt } from '../exchange/stored-value.ts'
import { shorten } from '../operand.ts'
import { isSameValue } from '../same-value.ts'

/** All of the fields are there, though perhaps null. A number in a path indexes an array. */
export const fieldExists: Definition = {
  parameters: [{ name: 'fields', takes: 'texts' }],
  defaultParameter: 'fields',
  build({ texts }) {
    const paths = texts('fields').map(({ text }) => text.split('.'))
    const missing = ({ document }: Exchange) => paths.find(path => valueAt(document, path) === undefined)
    return {
      kind: 'check',
      readsPaths: paths,
      test: exchange => missing(exchange) === undefined,
      because(exchange) {
        const path = missing(exchange)
        return path ? `there was no ${path.join('.')}` : 'all of them were there'
      },
    }
  },
}

/** The field has the value. One that is not there has none: a document that is stored is known whole. */
export const fieldEq: Definition = {
  parameters: [
    { name: 'field', takes: 'text' },
    { name: 'value', takes: 'json' },
  ],
  build({ text, json }) {
    const { text: field } = text('field')
    const path = field.split('.')
    const wanted = json('value')
    const read = ({ document }: Exchange) => valueAt(document, path)
    return {
      kind: 'check',
      readsPaths: [path],
      test(exchange, scope) {
        const found = read(exchange)
        return found !== undefined && isSameValue(found, wanted.bind(exchange, scope))
      },
      because: exchange => `${field} was ${show(read(exchange))}`,
    }
  },
}

/** The value itself is this one. */
export const valueEq: Definition = {
  parameters: [{ name: 'value', takes: 'json' }],
  defaultParameter: 'value',
  build({ json }) {
    const wanted = json('value')
    return {
      kind: 'check',
      readsPaths: [[]],
      test: (exchange, scope) =>
        exchange.document !== undefined && isSameValue(exchange.document, wanted.bind(exchange, scope)),
      because: ({ document }) => `it was ${show(document)}`,
    }
  },
}

function show(value: unknown): string {
  return value === undefined ? 'not there' : shorten(JSON.stringify(value) ?? '')
}
