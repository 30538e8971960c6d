import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Grant, userId } from '@sluice/contracts'
import { GRANT_HEADER, grantKeys, secret, signGrant } from '@sluice/service-kit'
import { openMongoStore } from '@sluice/store/mongodb'
import { startBackend } from '@sluice/testkit/backends'
import { Pool } from 'undici'
import { type Figure, median } from './figure.ts'

const REQUESTS = 2_000
const WARM_UP = 1_500
const ROUNDS = 5
const GRANT_MS = 5_000
const AT_ONCE = 16
const DOCUMENTS = 1_000

const [grantKey] = grantKeys([secret('a secret of the tests, long enough to be one')], 'data')
const kilobyte = JSON.stringify({ text: 'x'.repeat(990), n: 1 })

type Load = { name: string; method: 'GET' | 'POST'; target: string; body?: string }
const LOADS: readonly Load[] = [
  { name: 'GET by id', method: 'GET', target: '/bench/d500' },
  { name: 'a page of 100', method: 'GET', target: '/bench' },
  { name: 'POST 1 kB', method: 'POST', target: '/bench', body: kilobyte },
]

/**
 * CPU of the data service by request, on a MongoDB server, against a handler of `node:http` and the driver alone: both in
 * the same run, one after the other, the median of several rounds.
 * @param core for the candidates; empty pins nothing
 */
export async function measureData(core: string): Promise<Figure[]> {
  const backend = await startBackend('mongodb')
  const prefix = `b${randomUUID().slice(0, 8)}-`
  await fill(backend.address, prefix)
  const bare = await startCandidate('bare', [backend.address, prefix], core)
  const data = await startCandidate('data', [backend.address, prefix], core)
  const figures: Figure[] = []
  // Writes last, so that what is read is the same for all.
  for (const load of LOADS) figures.push(...(await compare(load, bare, data)))
  for (const { child, pool } of [bare, data]) {
    await pool.close()
    child.kill()
  }
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

type Candidate = { child: ChildProcess; pool: Pool }

async function startCandidate(name: string, parameters: readonly string[], core: string): Promise<Candidate> {
  const child = fork(new URL('./data-candidate.ts', import.meta.url), [name, ...parameters])
  const [port] = await once(child, 'message')
  if (core) spawnSync('taskset', ['-acp', core, String(child.pid)])
  return { child, pool: new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE }) }
}

async function compare(load: Load, bare: Candidate, data: Candidate): Promise<Figure[]> {
  const [ofBare, ofData]: [number[], number[]] = [[], []]
  for (const candidate of [bare, data]) await run(candidate, load, WARM_UP)
  for (let round = 0; round < ROUNDS; round += 1) {
    ofBare.push(await cpuPerRequest(bare, load))
    ofData.push(await cpuPerRequest(data, load))
  }
  const ratios = ofData.map((value, at) => value / (ofBare[at] ?? Number.NaN))
  return [
    { name: `${load.name}, node:http and driver`, value: median(ofBare), unit: 'µs', bar: '' },
    { name: `${load.name}, data service`, value: median(ofData), unit: 'µs', bar: '' },
    { name: `${load.name}, ratio`, value: median(ratios), unit: 'times', bar: BARS[load.name] ?? '' },
  ]
}

/** Of gateway and data together; here data is measured alone. */
const BARS: Readonly<Record<string, string>> = {
  'GET by id': '≤ 1.8 with the gateway',
  'a page of 100': '≤ 0.75 with the gateway',
  'POST 1 kB': '≤ 250 µs with the gateway',
}

async function cpuPerRequest(candidate: Candidate, load: Load): Promise<number> {
  const before = await cpuOf(candidate)
  await run(candidate, load, REQUESTS)
  return ((await cpuOf(candidate)) - before) / REQUESTS
}

async function cpuOf({ child }: Candidate): Promise<number> {
  child.send('cpu')
  const [used] = await once(child, 'message')
  return Number(used)
}

/** A request failed, so that what was measured is not what it says. */
class BenchmarkError extends Error {
  override name = 'BenchmarkError'
}

async function run({ pool }: Candidate, { method, target, body }: Load, requests: number): Promise<void> {
  const headersNow = signedHeaders(method, target)
  let left = requests
  const client = async () => {
    for (; left > 0; left -= 1) {
      const answer = await pool.request({ method, path: target, headers: headersNow(), body })
      await answer.body.dump()
      if (answer.statusCode >= 300) throw new BenchmarkError(`${method} ${target} answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

/** A grant is good for 30 s only; signing one for each request would be the load's work, not the candidates'. */
function signedHeaders(method: string, target: string): () => Record<string, string> {
  let [headers, until]: [Record<string, string>, number] = [{}, 0]
  return () => {
    if (performance.now() < until) return headers
    headers = { [GRANT_HEADER]: grantFor(method, target), 'content-type': 'application/json' }
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
