import type { Exchange } from '../exchange.ts'
import type { OneValue } from '../one-value.ts'
import type { Truth } from '../truth.ts'

export type Given = Partial<Omit<Exchange, 'header' | 'query'>> & { headers?: Record<string, OneValue> }
/** An expression, an exchange, and what it comes to. */
export type Row = readonly [text: string, given: Given, result: Truth]

export const exchange = ({ headers = {}, queryString = '', ...given }: Given = {}): Exchange => ({
  method: 'GET',
  path: '/',
  query: new URLSearchParams(queryString),
  queryString,
  url: 'http://sluice.test/',
  header: name => headers[name.toLowerCase()],
  user: undefined,
  remoteAddress: '203.0.113.7',
  protocol: 'HTTP/1.1',
  isSecure: false,
  ...given,
})

export const body = (value: unknown): Given => ({ requestBody: () => value })
