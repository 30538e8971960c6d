import type { Definition } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { fault } from '../language/syntax.ts'

/** `Content-Length` is larger than the value. A request that does not say its length is unknown. */
export const requestLargerThan: Definition = onLength((length, value) => length > value)

/** `Content-Length` is smaller than the value. */
export const requestSmallerThan: Definition = onLength((length, value) => length < value)

function onLength(compare: (length: number, value: number) => boolean): Definition {
  return {
    parameters: [{ name: 'value', takes: 'text' }],
    defaultParameter: 'value',
    build({ text }) {
      const given = text('value')
      if (!/^\d{1,15}$/.test(given.text)) return fault(given.offset, `value is a number of bytes, not "${given.text}".`)
      const value = Number(given.text)
      return {
        kind: 'check',
        test(exchange) {
          const length = lengthOf(exchange)
          return length === undefined ? 'unknown' : compare(length, value)
        },
        because: exchange => `the request says ${lengthOf(exchange) ?? 'no length'}`,
      }
    },
  }
}

function lengthOf(exchange: Exchange): number | undefined {
  const text = exchange.header('content-length')
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
