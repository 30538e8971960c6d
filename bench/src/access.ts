import { type AccessRequest, compilePermissions, judge, needsRequestBody, supposedExchange } from '@sluice/access'
import { type Figure, median } from './figure.ts'
import { pseudoRandom } from './pseudo-random.ts'

const FEW = 10
const MANY = 10_000
const BAR = 3
const REQUESTS = 1_000
const JUDGED = 20_000
const ROUNDS = 15

/** How the paths of the permissions are told apart; each caller has one role that all permissions name. */
const kinds: ReadonlyMap<string, (number: number) => { predicate: string; path: string }> = new Map([
  [
    'collections',
    number => ({ predicate: `path-prefix('/c${number}') and method({GET, POST})`, path: `/c${number}/1` }),
  ],
  ['deep paths', number => ({ predicate: `path-prefix('/a/b/c/d/e/f${number}')`, path: `/a/b/c/d/e/f${number}/1` })],
  [
    'templates whose first segment is open',
    number => ({
      predicate: `path-template('/{tenant}/c${number}/{id}') and method(GET)`,
      path: `/t${number}/c${number}/1`,
    }),
  ],
  ['suffixes', number => ({ predicate: `path-suffix('/s${number}')`, path: `/a/s${number}` })],
])

/**
 * The cost of judging the same requests by few permissions and by many, in the same run, one kind of path at a time; and
 * that of requests to a thousand different ones of the many, which also misses the caches of the processor.
 */
export function measureAccess(): Figure[] {
  return [...kinds].flatMap(([kind, of]) => {
    const few = prepare(FEW, of)
    const many = prepare(MANY, of)
    const spread = { ...many, requests: requestsTo(MANY, of) }
    const times = Array.from({ length: ROUNDS }, () => [few, many, spread].map(microseconds))
    const costOf = (column: number) => median(times.map(row => row[column] ?? Number.NaN))
    const ratio = median(times.map(([one = Number.NaN, other = Number.NaN]) => other / one))
    const fewCost = costOf(0)
    const manyCost = costOf(1)
    const spreadCost = costOf(2)
    return [
      { name: `${kind}: judge by ${FEW} permissions`, value: fewCost, unit: 'µs', bar: '' },
      { name: `${kind}: judge by ${MANY.toLocaleString('en')} permissions`, value: manyCost, unit: 'µs', bar: '' },
      { name: `${kind}: ratio`, value: ratio, unit: 'times', bar: `≤ ${BAR}` },
      {
        name: `${kind}: judge requests to ${REQUESTS} of ${MANY.toLocaleString('en')}`,
        value: spreadCost,
        unit: 'µs',
        bar: '',
      },
      { name: `${kind}: compile and index ${MANY.toLocaleString('en')}`, value: many.compiledMs, unit: 'ms', bar: '' },
    ]
  })
}

type PreparedPermissions = {
  acl: ReturnType<typeof compilePermissions>['acl']
  requests: AccessRequest[]
  compiledMs: number
}

function prepare(count: number, of: (number: number) => { predicate: string; path: string }): PreparedPermissions {
  const documents = Array.from({ length: count }, (_, number) => ({
    _id: `p${number}`,
    roles: ['reader'],
    predicate: of(number).predicate,
    priority: number % 7,
    mongo: { readFilter: { owner: '@user._id' } },
  }))
  const start = cpuMs()
  const { acl, rejected } = compilePermissions(documents)
  const compiledMs = cpuMs() - start
  if (rejected.length > 0) throw new RangeError(`The permission ${rejected[0]?.id} is none.`)
  const requests = requestsTo(FEW, of)
  for (const request of requests) {
    if (judge(acl, request).kind !== 'allowed') throw new RangeError(`${request.exchange.path} was refused.`)
  }
  return { acl, requests, compiledMs }
}

/** Requests in any order to what the first so many permissions are about. */
function requestsTo(count: number, of: (number: number) => { path: string }): AccessRequest[] {
  const random = pseudoRandom(count)
  return Array.from({ length: REQUESTS }, () => requestTo(of(random(count)).path))
}

function requestTo(path: string): AccessRequest {
  const exchange = supposedExchange({ method: 'GET', path, queryString: '', headers: {}, caller: { id: 'ann' } })
  return { exchange, principal: { id: 'ann', roles: ['reader', 'other'], isRoot: false } }
}

/** What the gateway asks of the ACL for one request. */
function microseconds({ acl, requests }: PreparedPermissions): number {
  let allowed = 0
  const start = cpuMs()
  for (let index = 0; index < JUDGED; index++) {
    const request = requests[index % REQUESTS]
    if (!request || needsRequestBody(acl, request)) continue
    if (judge(acl, request).kind === 'allowed') allowed += 1
  }
  if (allowed !== JUDGED) throw new RangeError('Not every request was let in.')
  return ((cpuMs() - start) * 1000) / JUDGED
}

/**
 * Returns the CPU time of this process: what others do on the machine counts less in it than in the time on the wall.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
