import type { Exchange } from '../exchange/exchange.ts'
import { type ExchangeFacts, exchangeOf, type HeaderBlock, headersOf } from '../exchange/exchange-of.ts'
import type { Truth } from '../truth.ts'

type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>

/** How an exchange differs from a plain `GET /`. */
export type RowExchange = Partial<Omit<ExchangeFacts, 'headers' | 'response'>> & {
  headers?: HeaderFields
  response?: { statusCode: number; headers?: HeaderFields } | undefined
}
/** An expression, an exchange, and what it comes to. */
export type ReferenceRow = readonly [text: string, given: RowExchange, result: Truth]

export const exchange = ({ headers = {}, response, ...given }: RowExchange = {}): Exchange =>
  exchangeOf({
    method: 'GET',
    path: '/',
    queryString: '',
    headers: blockOf(headers),
    user: null,
    remoteAddress: '203.0.113.7',
    isSecure: false,
    requestBody: () => undefined,
    response: response && { statusCode: response.statusCode, headers: blockOf(response.headers ?? {}) },
    ...given,
  })

const blockOf = (fields: HeaderFields): HeaderBlock =>
  headersOf(
    Object.entries(fields).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  )

export const body = (value: unknown): RowExchange => ({ requestBody: () => value })
