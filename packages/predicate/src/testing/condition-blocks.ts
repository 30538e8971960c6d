import type { PredicateUse } from '../attributes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { exchange, type RowExchange } from './row.ts'

/** One row of a truth table in a page: what an expression comes to, or the part of the message that refuses it. */
export type ConditionExample = {
  use: PredicateUse
  text: string
  /** `true`, `false`, `unknown` or `refused`. */
  outcome: string
  /** The exchange, the document or the message, as it stands in the page. */
  given: string
}

const BLOCK = /^```(?<use>condition|permission|type-resolver)\n(?<content>.*?)^```$/gms
const ROW = /^=> (?<outcome>true|false|unknown|refused) *(?<given>.*)$/

/** Reads the truth tables of a page: fenced blocks of an expression and, below it, rows like `=> true GET /orders`. */
export function readConditionExamples(page: string): ConditionExample[] {
  return [...page.matchAll(BLOCK)].flatMap(({ groups: { use = '', content = '' } = {} }) => {
    const lines = content.trimEnd().split('\n')
    const rows = lines.filter(line => line.startsWith('=> '))
    const text = lines.filter(line => !line.startsWith('=> ')).join('\n')
    return rows.map(row => ({ use: useOf(use), text, outcome: 'unreadable', given: row, ...ROW.exec(row)?.groups }))
  })
}

const useOf = (info: string): PredicateUse => (info === 'permission' || info === 'type-resolver' ? info : 'condition')

/** Reads `GET /orders?a=1 | user ann {"team": "red"} | Accept: text/html | body {}`. */
export function readExchange(text: string): Exchange {
  const [request = '', ...details] = text.split(' | ')
  const [method = '', target = ''] = request.trim().split(' ')
  const [path = '', queryString = ''] = target.split('?')
  const given: RowExchange = { method, path, queryString, headers: { host: 'sluice.example' } }
  for (const detail of details) Object.assign(given, readDetail(detail.trim(), given))
  return exchange(given)
}

const DETAILS: Readonly<Record<string, (rest: string, given: RowExchange) => RowExchange>> = {
  user(rest) {
    const [, id = '', properties = '{}'] = /^(\S+) ?(.*)$/.exec(rest) ?? []
    return { user: id, userDocument: JSON.parse(properties || '{}') }
  },
  body: rest => ({ requestBody: () => JSON.parse(rest) }),
  status: (rest, { response }) => ({ response: { ...response, statusCode: Number(rest) } }),
  from: rest => ({ remoteAddress: rest }),
  tool: rest => ({ tool: rest }),
  occurrence: rest => ({ occurrence: rest }),
  encrypted: () => ({ isSecure: true }),
  cookie: (rest, { headers }) => ({ headers: { ...headers, cookie: rest } }),
  public: () => ({ needsCredentials: () => false }),
  protected: () => ({ needsCredentials: () => true }),
  answer(rest, { response }) {
    return { response: { statusCode: response?.statusCode ?? 200, headers: Object.fromEntries([pairOf(rest, ': ')]) } }
  },
}

function readDetail(detail: string, given: RowExchange): RowExchange {
  const [, word = '', rest = ''] = /^([a-z]+)(?: (.*))?$/s.exec(detail) ?? []
  const read = DETAILS[word]
  if (read) return read(rest, given)
  const [name, value] = pairOf(detail, ': ')
  return { headers: { ...given.headers, [name.toLowerCase()]: value } }
}

function pairOf(text: string, separator: string): [string, string] {
  const [name = '', ...value] = text.split(separator)
  return [name, value.join(separator)]
}
