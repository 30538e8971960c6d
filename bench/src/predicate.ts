import {
  type Exchange,
  exchangeOf,
  headersOf,
  indexPredicates,
  type Predicate,
  parsePredicate,
  testPredicate,
} from '@sluice/predicate'
import { type Figure, median } from './figure.ts'
import { pseudoRandom } from './pseudo-random.ts'

const BINDING = `path-template('/{coll}/{id}') and equals(\${coll}, orders)`
const ROUNDS = 7
const EVALUATIONS = 2_000_000
const CONDITIONS = 10_000
const COLLECTIONS = 400
const EVENTS = 2_000
/** Brute force takes hundreds of µs an event: fewer events, same rounds. */
const BRUTE_EVENTS = 100
/** One condition in 200 has nothing that could be looked up. */
const UNINDEXABLE = 200

/** The condition language: evaluations a second; the index against brute force in the same run, with equal answers. */
export function measurePredicate(): Figure[] {
  return [...measureEvaluation(), ...measureParsing(), ...measureIndex()]
}

function measureEvaluation(): Figure[] {
  const exchanges = [
    exchangeWith('POST', '/orders/42', 201),
    exchangeWith('GET', '/orders/42', 200),
    exchangeWith('POST', '/customers', 201),
  ]
  const rateOf = (text: string) => {
    const predicate = compile(text)
    return rate(EVALUATIONS, index =>
      testPredicate(predicate, exchanges[index % exchanges.length] ?? exchangeWith('', '', 0)),
    )
  }
  return [
    {
      name: "evaluations of `path-prefix('/orders') and method('POST')`",
      value: rateOf("path-prefix('/orders') and method('POST')") / 1e6,
      unit: 'million/s',
      bar: '≥ 2',
    },
    {
      name: `evaluations of \`${BINDING}\``,
      value: rateOf(BINDING) / 1e6,
      unit: 'million/s',
      bar: '',
    },
  ]
}

function measureParsing(): Figure[] {
  const texts = Array.from({ length: 1_000 }, (_, index) => conditionOf(index, pseudoRandom(index)))
  const perSecond = rate(20_000, index => parsePredicate(texts[index % texts.length] ?? 'true', 'condition'))
  return [{ name: 'parse and compile a condition', value: 1e6 / perSecond, unit: 'µs', bar: '' }]
}

/** The index over 10,000 conditions, and brute force. */
export function measureIndex(): Figure[] {
  const random = pseudoRandom(1)
  const conditions = Array.from({ length: CONDITIONS }, (_, index) => compile(conditionOf(index, random)))
  const events = Array.from({ length: EVENTS }, () => eventOf(random))
  const build = () => indexPredicates(conditions.map((condition, number) => [condition, number] as const))
  const index = build()
  const brutally = (event: Exchange) =>
    conditions.flatMap((condition, number) => (testPredicate(condition, event) ? [number] : []))
  const matches = events.map(event => index.match(event))
  const unequal = events.filter((event, number) => `${matches[number]}` !== `${brutally(event)}`).length
  const indexed = 1e6 / rate(EVENTS * 10, number => index.match(events[number % EVENTS] ?? eventOf(random)))
  const brute = 1e6 / rate(BRUTE_EVENTS, number => brutally(events[number] ?? eventOf(random)))
  const perEvent = matches.reduce((sum, { length }) => sum + length, 0) / EVENTS
  return [
    { name: `${CONDITIONS} conditions: index, per event`, value: indexed, unit: 'µs', bar: '≤ 10' },
    { name: `${CONDITIONS} conditions: brute force, per event`, value: brute, unit: 'µs', bar: '' },
    { name: 'index against brute force', value: brute / indexed, unit: 'times', bar: '≥ 30' },
    { name: `events of ${EVENTS} with unequal answers`, value: unequal, unit: '', bar: '0' },
    { name: 'conditions that match an event', value: perEvent, unit: 'on average', bar: '' },
    { name: 'conditions tested for every event', value: index.alwaysTested, unit: '', bar: '' },
    { name: `build the index of ${CONDITIONS}`, value: 1e3 / rate(1, build), unit: 'ms', bar: '' },
  ]
}

/** Calls a second of CPU, so that other work on the machine counts little: the median of several rounds after a warm one. */
function rate(calls: number, call: (index: number) => unknown): number {
  const rates: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.threadCpuUsage()
    for (let index = 0; index < calls; index++) call(index)
    if (round > 0) rates.push((calls / process.threadCpuUsage(before).user) * 1e6)
  }
  return median(rates)
}

function compile(text: string): Predicate {
  const result = parsePredicate(text, 'condition')
  if (result.kind === 'parsed') return result.predicate
  throw new TypeError(`${text}: ${result.message}`)
}

type RandomBelow = (below: number) => number

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const ENDINGS = ['/approve', '/items', '.csv', '/history', '/export']

/** What owners write: mostly a place and a method, now and then something that can't be looked up. */
function conditionOf(index: number, random: RandomBelow): string {
  if (index % UNINDEXABLE === 0) return `response-code(5xx) and not equals(%{i,X-Trace}, t${index})`
  const collection = `/coll${random(COLLECTIONS)}`
  const method = METHODS[random(METHODS.length)] ?? 'GET'
  switch (random(6)) {
    case 0:
      return `path('${collection}') and method('${method}')`
    case 1:
      return `path-prefix('${collection}') and (method('POST') or method('${method}'))`
    case 2:
      return `path-template('${collection}/{id}') and method('${method}') and response-code(2xx)`
    case 3:
      return `path-prefix('${collection}') and path-suffix('${ENDINGS[random(ENDINGS.length)]}')`
    case 4:
      return `path('${collection}/doc${random(1000)}') or path('${collection}/doc${random(1000)}')`
    default:
      return `path-prefix('${collection}') and not method('GET') and exists(%{i,X-Trace})`
  }
}

function eventOf(random: RandomBelow): Exchange {
  const below = ['', `/doc${random(1000)}`, `/doc${random(1000)}${ENDINGS[random(ENDINGS.length)]}`][random(3)] ?? ''
  const status = [200, 201, 404, 503][random(4)] ?? 200
  return exchangeWith(METHODS[random(METHODS.length)] ?? 'GET', `/coll${random(COLLECTIONS)}${below}`, status)
}

const NO_HEADERS = headersOf([])

function exchangeWith(method: string, path: string, statusCode: number): Exchange {
  return exchangeOf({
    method,
    path,
    queryString: '',
    headers: NO_HEADERS,
    user: null,
    remoteAddress: '192.0.2.1',
    isSecure: true,
    requestBody: () => undefined,
    response: { statusCode, headers: NO_HEADERS },
  })
}
