import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setInterval as every, setTimeout as wait } from 'node:timers/promises'
import { type SluiceProcess, startSluice } from '@sluice/e2e'
import { type Figure, quantile } from './figure.ts'

const REQUESTS_PER_SECOND = 100
const SECONDS = 20
const IDLE_MS = 5_000

/** Start-up times, memory at rest, and how long an event takes to its target, of one standalone Sluice. */
export async function measureStandalone(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const target = await startTarget()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${target.port}` }
  try {
    const empty = await timeStart(settings, cores)
    await empty.sluice.interrupt()
    const existing = await timeStart(settings, cores)
    await wait(IDLE_MS)
    const idle = await residentMegabytes(existing.sluice.pid)
    const owner = { url: existing.sluice.url, ownerPassword: empty.sluice.ownerPassword }
    const latencies = await measureDelivery(owner, target)
    const loaded = await residentMegabytes(existing.sluice.pid)
    await existing.sluice.interrupt()
    return [
      { name: 'ready on an empty data directory, demo loaded', value: empty.ms, unit: 'ms', bar: '≤ 10,000' },
      { name: 'ready on an existing data directory', value: existing.ms, unit: 'ms', bar: '≤ 3,000' },
      { name: 'resident memory at rest', value: idle, unit: 'MB', bar: '≤ 220' },
      {
        name: `resident memory after ${REQUESTS_PER_SECOND * SECONDS} writes with a webhook`,
        value: loaded,
        unit: 'MB',
        bar: '',
      },
      {
        name: `event to target at ${REQUESTS_PER_SECOND}/s, p50`,
        value: quantile(latencies, 0.5),
        unit: 'ms',
        bar: '< 100',
      },
      {
        name: `event to target at ${REQUESTS_PER_SECOND}/s, p99`,
        value: quantile(latencies, 0.99),
        unit: 'ms',
        bar: '',
      },
    ]
  } finally {
    target.close()
    await rm(folder, { recursive: true })
  }
}

async function timeStart(
  settings: Record<string, string>,
  cores: string,
): Promise<{ ms: number; sluice: SluiceProcess }> {
  const startedAt = performance.now()
  const sluice = await startSluice(settings, { cores })
  return { ms: performance.now() - startedAt, sluice }
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

type TimedTarget = { port: number; latencies: number[]; close(): void }

/** Notes how long ago the request was sent that each delivery tells of. */
export async function startTarget(): Promise<TimedTarget> {
  const latencies: number[] = []
  const server = createServer((request, response) => {
    const arrivedAt = Date.now()
    void text(request).then(body => {
      latencies.push(arrivedAt - Number(JSON.parse(body).request.body.sentAt))
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, latencies, close: () => server.close() }
}

async function measureDelivery(owner: { url: string; ownerPassword: string }, target: TimedTarget): Promise<number[]> {
  const headers = { authorization: `Basic ${btoa(`admin:${owner.ownerPassword}`)}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(owner.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const condition = "path('/routes') and method('POST')"
  await post('/webhooks', { name: 'bench', condition, url: `http://127.0.0.1:${target.port}/` })
  let sent = 0
  const pending: Promise<unknown>[] = []
  for await (const _ of every(1000 / REQUESTS_PER_SECOND)) {
    pending.push(
      post('/routes', { origin: 'SFO', destination: 'LIT', sentAt: Date.now() }).then(response => response.text()),
    )
    sent += 1
    if (sent === REQUESTS_PER_SECOND * SECONDS) break
  }
  await Promise.all(pending)
  for await (const _ of every(50)) {
    if (target.latencies.length >= sent) break
  }
  return target.latencies
}
