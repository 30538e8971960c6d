import { fork, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Grant, userId } from '@sluice/contracts'
import { GRANT_HEADER, grantKeys, secret, signGrant } from '@sluice/service-kit'
import { openMongoStore } from '@sluice/store/mongodb'
import { startBackend } from '@sluice/testkit/backends'
import { Pool } from 'undici'
import type { DataCandidate, Load } from './data-load.ts'
import { STACK, startStack } from './data-stack.ts'
import { type Figure, median } from './figure.ts'
import { cpuMicros } from './gateway/measure-cost.ts'

const REQUESTS = 2_000
const WARM_UP = 1_500
const ROUNDS = 5
const GRANT_MS = 5_000
const AT_ONCE = 16
const DOCUMENTS = 1_000

const [grantKey] = grantKeys([secret('a secret of the tests, long enough to be one')], 'data')
const kilobyte = JSON.stringify({ text: 'x'.repeat(990), n: 1 })

const LOADS: readonly Load[] = [
  { name: 'GET by id', method: 'GET', target: '/bench/d500' },
  { name: 'a page of 100', method: 'GET', target: '/bench' },
  { name: 'POST 1 kB', method: 'POST', target: '/bench', body: kilobyte },
]

/**
 * CPU by request on a MongoDB server, of the data service and of gateway and data together, against a handler of `node:http`
 * and the driver alone: all in the same run, in turn, the median of several rounds.
 * @param core for the candidates; empty pins nothing
 */
export async function measureData(core: string): Promise<Figure[]> {
  const backend = await startBackend('mongodb')
  const prefix = `b${randomUUID().slice(0, 8)}-`
  await fill(backend.address, prefix)
  const bare = await startCandidate('bare', [backend.address, prefix], core)
  const data = await startCandidate('data', [backend.address, prefix], core)
  const stack = await startStack({ uri: backend.address, prefix, cores: core })
  const figures: Figure[] = []
  // Writes last, so that what is read is the same for all.
  for (const load of LOADS) figures.push(...(await compare(load, [bare, data, stack])))
  for (const { stop } of [bare, data, stack]) await stop()
  await backend.stop()
  return figures
}

async function fill(uri: string, prefix: string): Promise<void> {
  const store = await openMongoStore({ uri, prefix })
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => ({
    _id: `d${at}`,
    name: `Document number ${at}`,
    status: at % 2 === 0 ? 'open' : 'closed',
    total: at * 1.5,
    count: at,
    at: new Date(1_700_000_000_000 + at),
    lines: [
      { sku: `sku-${at}`, price: at, quantity: 2 },
      { sku: `sku-${at + 1}`, price: 12.5, quantity: 1 },
    ],
    note: 'A text of ordinary length, so that the document has about 300 bytes.',
  }))
  await store.collection({ db: 'sluice', collection: 'bench' }).insertMany(documents)
  await store.close()
}

async function startCandidate(kind: 'bare' | 'data', parameters: readonly string[], core: string) {
  const child = fork(new URL('./data-candidate.ts', import.meta.url), [kind, ...parameters])
  const [port] = await once(child, 'message')
  if (core) spawnSync('taskset', ['-acp', core, String(child.pid)])
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE })
  const candidate: DataCandidate = {
    name: kind === 'bare' ? 'node:http and driver' : 'data service',
    pool,
    headers: keepHeaders(),
    cpuMicros: () => cpuMicros(child.pid ?? 0),
    async stop() {
      await pool.close()
      child.kill()
    },
  }
  return candidate
}

/** @returns the cost of a request to each candidate, and in times of the first one's */
async function compare(load: Load, candidates: readonly [DataCandidate, ...DataCandidate[]]): Promise<Figure[]> {
  const costs = new Map<DataCandidate, number[]>(candidates.map(candidate => [candidate, []]))
  for (const candidate of candidates) await run(candidate, load, WARM_UP)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [candidate, ofCandidate] of costs) ofCandidate.push(await cpuPerRequest(candidate, load))
  }
  const [first] = candidates
  const base = costs.get(first) ?? []
  return [...costs].flatMap(([candidate, ofCandidate]) => {
    const name = `${load.name}, ${candidate.name}`
    const cost = { name, value: median(ofCandidate), unit: 'µs', bar: '' }
    if (candidate === first) return [cost]
    const ratios = ofCandidate.map((value, at) => value / (base[at] ?? Number.NaN))
    const bar = candidate.name === STACK ? (BARS[load.name] ?? '') : ''
    return [cost, { name: `${name}, ratio`, value: median(ratios), unit: 'times', bar }]
  })
}

/** Of gateway and data together. */
const BARS: Readonly<Record<string, string>> = {
  'GET by id': '≤ 1.8',
  'a page of 100': '≤ 0.75',
  'POST 1 kB': '(≤ 250 µs)',
}

async function cpuPerRequest(candidate: DataCandidate, load: Load): Promise<number> {
  const before = await candidate.cpuMicros()
  await run(candidate, load, REQUESTS)
  return ((await candidate.cpuMicros()) - before) / REQUESTS
}

/** A request failed, so that what was measured is not what it says. */
class BenchmarkError extends Error {
  override name = 'BenchmarkError'
}

async function run({ name, pool, headers }: DataCandidate, load: Load, requests: number): Promise<void> {
  const { method, target, body } = load
  let left = requests
  const client = async () => {
    for (; left > 0; left -= 1) {
      const answer = await pool.request({ method, path: target, headers: headers(load), body })
      await answer.body.dump()
      if (answer.statusCode >= 300) throw new BenchmarkError(`${name}: ${method} ${target} is ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

/** A grant is good for 30 s only; signing one for each request would be the load's work, not the candidates'. */
function keepHeaders(): DataCandidate['headers'] {
  let [headers, until, about]: [Record<string, string>, number, Load | undefined] = [{}, 0, undefined]
  return load => {
    if (performance.now() < until && load === about) return headers
    headers = { [GRANT_HEADER]: grantFor(load.method, load.target), 'content-type': 'application/json' }
    about = load
    until = performance.now() + GRANT_MS
    return headers
  }
}

/** As the gateway signs it for an ordinary user. */
function grantFor(method: string, target: string): string {
  const grant: Grant = {
    version: 1,
    upstream: 'data',
    requestId: '019a0000-0000-7000-8000-000000000000',
    method,
    target,
    issuedAt: Date.now(),
    principal: { id: userId.parse('ada'), roles: [], via: 'key' },
    isRoot: false,
    permission: { id: 'readers', rules: null, apiKeys: null },
    positions: {},
    chain: [],
  }
  return (grantKey && signGrant(grant, grantKey)) ?? ''
}
