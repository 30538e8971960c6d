import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setInterval as every } from 'node:timers/promises'
import { startSluice } from '@sluice/e2e'
import { type Figure, quantile } from './figure.ts'

const WRITES_PER_SECOND = 10
const SECONDS = 20
/** The first writes find cold code. */
const WARM_UP = 20
const LOOK_EVERY_MS = 50
const GIVEN_UP_AFTER_MS = 10_000

type Owner = { url: string; ownerPassword: string }
type HeardTarget = { port: number; at: ReadonlyMap<number, number>; close(): void }

/** How long after the answer to a write its webhook's target hears of it, at ten writes a second of one standalone Sluice. */
export async function measureQuietLatency(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const target = await startTarget()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${target.port}` }
  const sluice = await startSluice(settings, { cores })
  try {
    const latencies = await measure(sluice, target)
    const name = `answer of a write to target at ${WRITES_PER_SECOND}/s`
    return [
      { name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms', bar: '≤ 10' },
      { name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', bar: '' },
    ]
  } finally {
    await sluice.interrupt()
    target.close()
    await rm(folder, { recursive: true })
  }
}

/** Notes when it was told of which write, in ms of `performance.now()`. */
async function startTarget(): Promise<HeardTarget> {
  const at = new Map<number, number>()
  const server = createServer((request, response) => {
    const heardAt = performance.now()
    void text(request).then(body => {
      at.set(Number(JSON.parse(body).request.body.number), heardAt)
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, at, close: () => server.close() }
}

async function measure({ url, ownerPassword }: Owner, target: HeardTarget): Promise<number[]> {
  const headers = { authorization: `Basic ${btoa(`admin:${ownerPassword}`)}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.text()
    return performance.now()
  }
  const condition = "path('/routes') and method('POST')"
  await post('/webhooks', { name: 'bench', condition, url: `http://127.0.0.1:${target.port}/` })
  const answered: Promise<number>[] = []
  for await (const _ of every(1000 / WRITES_PER_SECOND)) {
    answered.push(post('/routes', { origin: 'SFO', destination: 'LIT', number: answered.length }))
    if (answered.length === WRITES_PER_SECOND * SECONDS) break
  }
  const answeredAt = await Promise.all(answered)
  const end = performance.now() + GIVEN_UP_AFTER_MS
  for await (const _ of every(LOOK_EVERY_MS)) {
    if (target.at.size >= answeredAt.length || performance.now() > end) break
  }
  // One that was never heard of counts as the slowest.
  const latencies = answeredAt.map((at, number) => (target.at.get(number) ?? Number.POSITIVE_INFINITY) - at)
  return latencies.slice(WARM_UP)
}
