import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerClient, type SluiceProcess, startSluice } from '@sluice/e2e'
import { eventually } from '@sluice/testkit'
import { Pool } from 'undici'
import { cpuMicros } from '../cpu/measured-process.ts'
import type { Figure } from '../figure.ts'
import { type BenchTarget, startBenchTarget } from '../webhooks/targets.ts'
import { carried } from './carried.ts'
import { CONNECTIONS, MEASURED_MS, sendFor, WARM_UP_MS } from './full-load.ts'
import type { MixRequest } from './mix.ts'

const DELIVERED_WITHIN_MS = 120_000
const WHO = 'one standalone process'
const BODY = JSON.stringify({ origin: 'SFO', destination: 'LIT', note: 'x'.repeat(250) })

/** What one core of a standalone Sluice carries, its store and its bus inside: every request is an event. */
export async function measureStandaloneLoad(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const target = await startBenchTarget()
  const sluice = await startSluice({ DATA_DIR: folder, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' })
  try {
    return await measure(sluice, target)
  } finally {
    await sluice.interrupt()
    await target.close()
    await rm(folder, { recursive: true })
  }
}

async function measure(sluice: SluiceProcess, target: BenchTarget): Promise<Figure[]> {
  const owner = ownerClient(sluice)
  await owner.json('POST', '/webhooks', { name: 'none', condition: "path('/nowhere')", url: target.url })
  await owner.json('POST', '/routes', { _id: 'known', origin: 'SFO', destination: 'LAX' })
  const headers = {
    authorization: `Basic ${btoa(`admin:${sluice.ownerPassword}`)}`,
    'content-type': 'application/json',
  }
  const read: MixRequest = { method: 'GET', path: '/routes/known', headers }
  const write: MixRequest = { method: 'POST', path: '/routes', headers, body: BODY }
  const reads = await costOf(sluice, read)
  const writes = await costOf(sluice, write)
  await owner.json('POST', '/webhooks', {
    name: 'writes',
    condition: "path('/routes') and method('POST')",
    url: target.url,
    maxPerMinute: MOST_PER_MINUTE,
  })
  const delivered = await costOf(sluice, write, async sent => {
    await eventually(() => target.requests() >= sent, { timeoutMs: DELIVERED_WITHIN_MS, what: 'all is delivered' })
  })
  return [
    carried(WHO, 'reads by id', [reads]),
    carried(WHO, 'writes of 300 bytes', [writes]),
    carried(WHO, 'writes of 300 bytes, each delivered once', [delivered]),
  ]
}

/** More than a webhook has by itself: what is measured is not to be held back. */
const MOST_PER_MINUTE = 60_000

/** @param untilDone is told how many were sent since the process has its webhooks @returns µs of a core for one request */
async function costOf(
  { pid, url }: SluiceProcess,
  request: MixRequest,
  untilDone: (sent: number) => Promise<void> = async () => {},
): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const warm = await sendFor(WARM_UP_MS, pool, request)
  await untilDone(warm)
  const before = await cpuMicros(pid)
  const sent = await sendFor(MEASURED_MS, pool, request)
  await untilDone(warm + sent)
  const used = (await cpuMicros(pid)) - before
  await pool.close()
  return used / sent
}
