import { randomUUID } from 'node:crypto'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { startBackend } from '@sluice/testkit/backends'
import { z } from 'zod'
import { type Figure, median, quantile } from '../figure.ts'
import { backdateWebhooks } from './backdate-webhooks.ts'
import { fillLog } from './fill-log.ts'
import { type BenchDispatcher, createWebhook, openDispatcher } from './open-dispatcher.ts'

const EVENTS = 1_000_000
const HOURS = 100
const MATCH_EVERY = 10
const FAIL_EVERY = 5_000
const ROUNDS = 20

const QUERIES = [
  { name: '20 entries', query: 'limit=20', finds: 20, bar: '', rounds: ROUNDS },
  { name: '20 skipped', query: 'limit=20&status=skipped', finds: 20, bar: '≤ 50', rounds: ROUNDS },
  {
    name: 'all 20 failed',
    query: 'limit=50&status=failed',
    finds: EVENTS / MATCH_EVERY / FAIL_EVERY,
    bar: '',
    rounds: ROUNDS,
  },
  { name: 'a text that 20,000 rows do not hold', query: 'q=nothing+like+it', finds: 0, bar: '', rounds: 3 },
]

/** The log does not hold what was put into it, so that its time says nothing. */
class LogPageError extends Error {
  override name = 'LogPageError'
}

const logPage = z.object({ items: z.array(z.unknown()), next: z.string().nullable() })

/**
 * What a page of a log takes with a million events in the store: requests one after the other. The CPU is that of the
 * dispatcher, the embedded store and the client, which are one process.
 */
export async function measureLogPages(events = EVENTS): Promise<Figure[]> {
  const backend = await startBackend('mongodb')
  const prefix = `b${randomUUID().slice(0, 8)}-`
  try {
    const mongo = await openMongoStore({ uri: backend.address, prefix })
    return [
      ...(await measureOn('embedded store', { events, store: undefined })),
      ...(await measureOn('MongoDB', { events, store: mongo })),
    ]
  } finally {
    await backend.stop()
  }
}

async function measureOn(
  name: string,
  { events, store }: { events: number; store: Store | undefined },
): Promise<Figure[]> {
  const dispatcher = await openDispatcher({ store })
  await dispatcher.start()
  const condition = "path-prefix('/orders') and method('PUT')"
  const webhookId = await createWebhook(dispatcher, { condition, url: 'https://example.com/hook' })
  const sequence = dispatcher.sequence()
  await dispatcher.stop()
  await backdateWebhooks(dispatcher.platform.store, new Date(Date.now() - 2 * HOURS * 3_600_000))
  await fillLog(dispatcher.platform.store, {
    webhookId,
    sequence,
    events,
    matchEvery: MATCH_EVERY,
    failEvery: FAIL_EVERY,
    hours: HOURS,
  })
  await dispatcher.start()
  const figures: Figure[] = []
  for (const each of QUERIES) figures.push(...(await measureQuery(dispatcher, `/webhooks/${webhookId}/logs`, each)))
  await dispatcher.stop()
  await dispatcher.close()
  return figures.map(figure => ({ ...figure, name: `${name}, ${events} events: ${figure.name}` }))
}

type PageQuery = (typeof QUERIES)[number]

async function measureQuery({ client }: BenchDispatcher, at: string, { name, query, finds, bar, rounds }: PageQuery) {
  const times: number[] = []
  const cpu: number[] = []
  let entries = 0
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    const used = process.cpuUsage()
    const answer = await client.request('GET', `${at}?${query}`)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(used)
    cpu.push((user + system) / 1000)
    entries = logPage.parse(answer.json).items.length
    if (entries !== finds) throw new LogPageError(`${name}: ${entries} entries were found, not ${finds}.`)
  }
  return [
    { name: `${name}, median`, detail: `${entries} entries`, value: median(times), unit: 'ms', bar },
    { name: `${name}, p95`, value: quantile(times, 0.95), unit: 'ms', bar: '' },
    { name: `${name}, CPU of the process, median`, value: median(cpu), unit: 'ms', bar: '' },
  ]
}
