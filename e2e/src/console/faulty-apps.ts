import {
  BAD_FILTERS,
  BAD_MAPPINGS,
  BAD_QUERIES,
  BAD_SCHEMAS,
  GOOD_SCHEMA,
  ordersOf,
} from '@sluice/graphql-apps/bad-inputs'

/** A fault as it is told, and the lines that it is written in, from 1. */
type WrittenFault = { message: RegExp; lines: { from: number; to: number } }

/** The texts of an app, with what is wrong with one of them. */
export type FaultyText = { schema: string; mappings: string; faults: readonly WrittenFault[] }

const QUERY_FIELD = /orders(\([^)]*\)): \[Order\]/
const ORDER_TYPE = /type Order (\{[^}]*\})/

/** A pattern that no text of a document can be: then nothing else of the app is judged. */
const UNREADABLE = /"\$regex":"[^"]*","\$options":/
const isReadable = ([, written]: (typeof BAD_FILTERS)[number]): boolean => !UNREADABLE.test(JSON.stringify(written))

/** Each with one filter that can not be read. */
export const unreadableApps = (): readonly FaultyText[] =>
  BAD_FILTERS.filter(row => !isReadable(row)).map(([, find]) => {
    const mappings = JSON.stringify({ Query: { orders: ordersOf({ find }) } }, undefined, 2)
    return {
      schema: GOOD_SCHEMA,
      mappings,
      faults: [{ message: /pattern and options/, lines: linesOf(mappings, '    "orders": {') }],
    }
  })

/** One app with all faults of mappings that the service knows, each in a field or type of its own. */
export function faultyApp(): FaultyText {
  const queries = [
    ...BAD_QUERIES.map(([, rest, , message]) => ({ mapping: ordersOf(rest), message })),
    ...BAD_FILTERS.filter(isReadable).map(([, find, , message]) => ({ mapping: ordersOf({ find }), message })),
  ].map((each, at) => ({ ...each, name: `orders${at}` }))
  const types = BAD_MAPPINGS.map(([, mapping, , message], at) => ({
    text: JSON.stringify(mapping).replace('"Order":', `"Order_${at}":`),
    message,
  }))
  const mapped: Record<string, unknown> = {
    Query: Object.fromEntries(queries.map(({ name, mapping }) => [name, mapping])),
    ...Object.assign({}, ...types.map(({ text }) => JSON.parse(text))),
  }
  const mappings = JSON.stringify(mapped, undefined, 2)
  return {
    schema: schemaOf(queries.map(({ name }) => name)),
    mappings,
    faults: [
      ...queries.map(({ name, message }) => ({ message, lines: linesOf(mappings, `    "${name}": {`) })),
      ...types.map(({ text, message }) => ({
        message,
        lines: linesOf(mappings, `  ${text.slice(1, text.indexOf(':'))}: {`),
      })),
    ],
  }
}

/** Each with one fault in its schema. */
export const faultySchemas = (): readonly FaultyText[] =>
  BAD_SCHEMAS.map(([, schema, message, line]) => ({
    schema,
    mappings: '{}',
    faults: [{ message, lines: { from: line, to: line } }],
  }))

/** The schema of right apps, with as many fields and types as there are faults. */
function schemaOf(fields: readonly string[]): string {
  const [, taken = ''] = QUERY_FIELD.exec(GOOD_SCHEMA) ?? []
  const [, body = ''] = ORDER_TYPE.exec(GOOD_SCHEMA) ?? []
  const types = BAD_MAPPINGS.map((_, at) => `type Order_${at} ${body}`)
  const queries = fields.map(name => `${name}${taken}: [Order]`).join('\n')
  return [GOOD_SCHEMA.replace(QUERY_FIELD, () => queries), ...types].join('\n')
}

/** From the line of this beginning to the one that closes what it opens. */
function linesOf(text: string, beginning: string): { from: number; to: number } {
  const lines = text.split('\n')
  const from = lines.findIndex(line => line.startsWith(beginning))
  const indent = beginning.length - beginning.trimStart().length
  const to = lines.findIndex((line, at) => at >= from && line.trimEnd().startsWith(`${' '.repeat(indent)}}`))
  return { from: from + 1, to: (to < 0 ? from : to) + 1 }
}
