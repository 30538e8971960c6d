import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type Grant, type UpstreamName, userId } from '@sluice/contracts'
import { formatGrantedCaller, grantKeys, secret, signGrant } from '@sluice/service-kit'
import { Pool } from 'undici'
import { cpuMicrosOf } from './cpu/measured-process.ts'
import type { MeasuredWork } from './cpu/profile-missed.ts'
import { PROFILED } from './cpu/record-profile.ts'
import { type Figure, median } from './figure.ts'
import type { HttpCandidate, HttpLoad } from './http-candidate.ts'
import { warmUp } from './warm-up.ts'

const REQUESTS = 2_000
const WARM_UP_ROUNDS = 8
const ROUNDS = 5
const GRANT_MS = 5_000
const AT_ONCE = 16
/** The internal secret of the platform that a candidate of ours gets. */
const INTERNAL = secret('a secret of the tests, long enough to be one')

type StartedCandidate = {
  name: string
  script: URL
  parameters: readonly string[]
  core: string
  upstream: UpstreamName
}

/** Starts a candidate as a process of its own, which says its port. @param started.core empty pins nothing */
export async function startCandidate({
  name,
  script,
  parameters,
  core,
  upstream,
}: StartedCandidate): Promise<HttpCandidate> {
  const child = fork(script, parameters, { execArgv: [...process.execArgv, PROFILED] })
  const [port] = await once(child, 'message')
  if (core) spawnSync('taskset', ['-acp', core, String(child.pid)])
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE })
  return {
    name,
    pool,
    headers: signedHeaders(upstream),
    processes: [{ label: name, pid: child.pid ?? 0 }],
    async stop() {
      await pool.close()
      child.kill()
    },
  }
}

/** @returns the cost of a request to each candidate, and in times of the first one's */
export async function compareCosts(
  load: HttpLoad,
  candidates: readonly [HttpCandidate, ...HttpCandidate[]],
  barOf: (candidate: string) => string,
): Promise<Figure[]> {
  const costs = new Map<HttpCandidate, number[]>(candidates.map(candidate => [candidate, []]))
  const serving = candidates.map(candidate => () => cpuPerRequest(candidate, load))
  await warmUp(serving, WARM_UP_ROUNDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [candidate, ofCandidate] of costs) ofCandidate.push(await cpuPerRequest(candidate, load))
  }
  const [first] = candidates
  const base = costs.get(first) ?? []
  return [...costs].flatMap(([candidate, ofCandidate]) => {
    const name = figureName(load, candidate)
    const cost = { name, value: median(ofCandidate), unit: 'µs', bar: '' }
    if (candidate === first) return [cost]
    const ratios = ofCandidate.map((value, at) => value / (base[at] ?? Number.NaN))
    return [cost, { name: `${name}, ratio`, value: median(ratios), unit: 'times', bar: barOf(candidate.name) }]
  })
}

async function cpuPerRequest(candidate: HttpCandidate, load: HttpLoad): Promise<number> {
  const { requests = REQUESTS } = load
  const before = await cpuMicrosOf(candidate.processes)
  await run(candidate, load, requests)
  return ((await cpuMicrosOf(candidate.processes)) - before) / requests
}

/** A round of a candidate, for a profile of what its figures miss. */
export const workOf = (load: HttpLoad, candidate: HttpCandidate): MeasuredWork => ({
  name: figureName(load, candidate),
  processes: candidate.processes,
  serve: () => run(candidate, load, load.requests ?? REQUESTS),
})

const figureName = (load: HttpLoad, candidate: HttpCandidate): string => `${load.name}, ${candidate.name}`

/** A request failed, so that what was measured is not what it says. */
class BenchmarkError extends Error {
  override name = 'BenchmarkError'
}

async function run({ name, pool, headers }: HttpCandidate, load: HttpLoad, requests: number): Promise<void> {
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
function signedHeaders(upstream: UpstreamName): HttpCandidate['headers'] {
  const [key] = grantKeys([INTERNAL], upstream)
  let [headers, until, about]: [Record<string, string>, number, HttpLoad | undefined] = [{}, 0, undefined]
  return load => {
    if (performance.now() < until && load === about) return headers
    const grant = grantFor(upstream, load)
    headers = { ...(key && signGrant(formatGrantedCaller(grant), grant, key)), 'content-type': 'application/json' }
    about = load
    until = performance.now() + GRANT_MS
    return headers
  }
}

/** Makes the grant that the gateway signs for a load. */
const grantFor = (upstream: UpstreamName, { method, target, isRoot = false }: HttpLoad): Grant => ({
  upstream,
  requestId: '019a0000-0000-7000-8000-000000000000',
  method,
  target,
  issuedAt: Date.now(),
  principal: { id: userId.parse('ada'), roles: [], via: 'key' },
  isRoot,
  permission: { id: 'readers', rules: null, apiKeys: null },
  positions: {},
  chain: [],
})
