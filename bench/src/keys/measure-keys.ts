import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkKeySecret, formatKeySecret } from '@sluice/contracts'
import { findFreePorts, startLocalProcess } from '@sluice/testkit/backends'
import { z } from 'zod'
import { pin } from '../cluster/processes.ts'
import { type Figure, median } from '../figure.ts'
import { type ProxyCandidate, startBareProxy } from '../gateway/candidates.ts'
import { GET_KILOBYTE, startDocumentService } from '../gateway/load.ts'
import { type Costs, measureCost } from '../gateway/measure-cost.ts'
import { measureBetterAuth } from './better-auth.ts'
import { measureIssueRate } from './issue-rate.ts'

/** A key adds less than what one round differs from the next. */
const ROUNDS = 40
const KEYS = 100_000
const GARBAGE = 1_000_000
const KEYS_GATEWAY = fileURLToPath(new URL('keys-gateway.ts', import.meta.url))
const READY = /^\{"ready":true.*\}$/m
const said = z.object({ startMs: z.number(), heapBytes: z.number() })

type GatewayPlace = { folder: string; service: string; cores: string; key: string }

/** What keys cost a gateway that holds 100,000 of them, and how fast they are issued; takes about a minute and a half. */
export async function measureKeys(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const service = await startDocumentService()
  const place: GatewayPlace = { folder, service: service.url, cores, key: formatKeySecret(randomBytes(32)) }
  const started: ProxyCandidate[] = []
  try {
    const empty = await startGateway(place, 0)
    started.push(empty.candidate)
    const full = await startGateway(place, KEYS)
    started.push(full.candidate)
    const bare = await startBareProxy(place)
    started.push(bare)
    const nobody = { ...full.candidate, authorization: '' }
    const costs = await measureCost(
      new Map([
        ['bare', bare],
        ['nobody', nobody],
        ['key', full.candidate],
      ]),
      GET_KILOBYTE,
      ROUNDS,
    )
    const betterAuth = await measureBetterAuth(cores)
    return [
      ...verification(costs),
      ...(betterAuth
        ? [{ name: 'Better Auth 1.4.19 takes for a key, in process', value: betterAuth, unit: 'µs', bar: '' }]
        : []),
      { name: 'memory of a key', value: (full.heapBytes - empty.heapBytes) / KEYS, unit: 'bytes', bar: '≤ 400' },
      { name: `start with ${KEYS} keys`, value: full.startMs, unit: 'ms', bar: '≤ 2,000' },
      { name: 'start with one key', value: empty.startMs, unit: 'ms', bar: '' },
      { name: 'garbage keys refused a second', value: garbageRate(), unit: '', bar: '≥ 200,000' },
      { name: 'keys issued a second on the embedded store', value: await measureIssueRate(), unit: '', bar: '≥ 500' },
    ]
  } finally {
    for (const candidate of started) await candidate.end()
    service.close()
    await rm(folder, { recursive: true })
  }
}

async function startGateway(place: GatewayPlace, keys: number) {
  const [port = 0] = await findFreePorts(1)
  const folder = await mkdtemp(join(place.folder, 'gateway-'))
  const args = ['--expose-gc', '--max-semi-space-size=8', KEYS_GATEWAY]
  const parameters = [String(port), place.service, folder, place.key, String(keys)]
  const running = await startLocalProcess({
    command: process.execPath,
    args: [...args, ...parameters],
    folder,
    ready: READY,
    readyWithinMs: 120_000,
  })
  pin(running.pid(), place.cores)
  const url = `http://127.0.0.1:${port}`
  const candidate: ProxyCandidate = { url, authorization: `Bearer ${place.key}`, pid: running.pid, end: running.kill }
  return { candidate, ...said.parse(JSON.parse(running.matched()[0])) }
}

/** What a request with a key costs more than one of nobody, beside what it costs a bare proxy; round by round. */
function verification(costs: Costs): Figure[] {
  const of = (name: string) => costs.get(name) ?? []
  const added = of('key').map((cost, round) => cost - (of('nobody')[round] ?? Number.NaN))
  const shares = added.map((cost, round) => (100 * cost) / (of('bare')[round] ?? Number.NaN))
  return [
    { name: `GET 1 kB with a key of ${KEYS}`, value: median(of('key')), unit: 'µs', bar: '' },
    { name: 'GET 1 kB of nobody', value: median(of('nobody')), unit: 'µs', bar: '' },
    { name: 'GET 1 kB through a bare proxy', value: median(of('bare')), unit: 'µs', bar: '' },
    { name: 'a key adds', value: median(added), unit: 'µs', bar: '' },
    { name: 'a key adds, of the bare proxy', value: median(shares), unit: '%', bar: '≤ 10' },
  ]
}

/** Texts of the right length and prefix whose check digits are wrong, as somebody who guesses would send. */
function garbageRate(): number {
  const wrong = Array.from({ length: 1_000 }, () => {
    const text = formatKeySecret(randomBytes(32))
    return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  })
  const startedAt = performance.now()
  let passed = 0
  for (let count = 0; count < GARBAGE; count += 1) if (checkKeySecret(wrong[count % wrong.length] ?? '')) passed += 1
  const seconds = (performance.now() - startedAt) / 1000
  return (GARBAGE - passed) / seconds
}
