import type { Definition, PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { fault } from '../language/syntax.ts'
import { shorten } from '../operand.ts'

/** All of the names are there. */
export const qparamsContain: Definition = onNames(
  1,
  names =>
    ({ query }) =>
      names.every(name => query.has(name)),
)

/** No other name than these is there. */
export const qparamsWhitelist: Definition = onNames(0, names => {
  const allowed = new Set(names)
  return exchange => [...exchange.query.keys()].every(name => allowed.has(name))
})

/** None of the names is there. */
export const qparamsBlacklist: Definition = onNames(
  1,
  names =>
    ({ query }) =>
      !names.some(name => query.has(name)),
)

function onNames(minimum: number, prepare: (names: string[]) => (exchange: Exchange) => boolean): Definition {
  return {
    parameters: [{ name: 'names', takes: 'texts', minimum }],
    defaultParameter: 'names',
    build({ texts }) {
      const test = prepare(texts('names').map(({ text }) => text))
      return { kind: 'check', test, because }
    },
  }
}

/** The number of different names. */
export const qparamsSize: Definition = {
  parameters: [{ name: 'size', takes: 'text' }],
  defaultParameter: 'size',
  build({ text }) {
    const size = text('size')
    if (!/^\d{1,6}$/.test(size.text)) return fault(size.offset, `size is a whole number, not "${size.text}".`)
    const wanted = Number(size.text)
    const check: PredicateCheck = { kind: 'check', test: exchange => namesOf(exchange).length === wanted, because }
    return check
  },
}

function namesOf({ query }: Exchange): string[] {
  return [...new Set(query.keys())]
}

function because(exchange: Exchange): string {
  const names = namesOf(exchange)
  return names.length === 0 ? 'there were no query parameters' : `the query had ${shorten(names.join(', '))}`
}
