import { eventually } from '@sluice/testkit'
import { Pool } from 'undici'
import { type Process, readMean, readSum } from '../memory/held-memory.ts'
import { readGauge } from '../read-gauge.ts'
import type { BenchTarget } from '../webhooks/targets.ts'
import { type BenchWebhookWorld, countAtRest, countHandled } from '../webhooks/webhook-world.ts'
import { type KindGrowth, measureGrowth } from './growth.ts'

const SPOOLED = [500, 1_500] as const
const OPEN = [500, 1_500] as const
const WRITERS = 16
const WITHIN_MS = 90_000
const PATH = '/capacity-open'
const BODY = JSON.stringify({ origin: 'SFO', destination: 'LIT', note: 'x'.repeat(250) })

/** Events in the spool of a gateway while Kafka does not answer: writes of 300 bytes, answered by what was written. */
export async function measureSpool(world: BenchWebhookWorld): Promise<KindGrowth[]> {
  const { gateways, dispatchers } = world.cluster
  const [gateway] = gateways
  if (!gateway) return []
  const handled = await countAtRest(dispatchers)
  const { key } = await world.issue()
  const pool = new Pool(gateway.url, { connections: WRITERS })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let sent = 0
  const write = async (count: number) => {
    while (sent < count) {
      sent += 1
      const answer = await pool.request({ method: 'POST', path: '/routes', headers, body: BODY })
      await answer.body.dump()
    }
  }
  world.broker.freeze()
  const grown = await measureGrowth({
    what: 'events in the spool of a gateway, writes of 300 bytes',
    per: 1_000,
    sizes: SPOOLED,
    read: async () => ({ disk: await spoolBytes(gateway), ...(await readMean([gateway])) }),
    growTo: async count => void (await Promise.all(Array.from({ length: WRITERS }, () => write(count)))),
  }).finally(() => world.broker.thaw())
  await pool.close()
  await untilHandled(world, handled + sent)
  return grown
}

const spoolBytes = ({ adminUrl }: Process) => readGauge(adminUrl, 'sluice_spool_bytes')

/** Events that dispatchers have read and can't bring on because the store does not answer; each matches one webhook. */
export async function measureOpen(world: BenchWebhookWorld, target: BenchTarget): Promise<KindGrowth[]> {
  const { dispatchers } = world.cluster
  const id = await world.addWebhook({ path: PATH, url: target.url })
  const handled = await countAtRest(dispatchers)
  const send = await world.sender()
  let sent = 0
  world.database.freeze()
  const grown = await measureGrowth({
    what: 'open events at the dispatchers, 250 bytes each way',
    per: 1_000,
    sizes: OPEN,
    read: () => readSum(dispatchers),
    async growTo(count) {
      await send(Array<string>(count - sent).fill(PATH))
      sent = count
      await eventually(async () => (await countOpen(world)) >= count, { what: `${count} events are open` })
    },
  }).finally(() => world.database.thaw())
  await untilHandled(world, handled + sent)
  await world.removeWebhooks([id])
  return grown
}

async function countOpen({ cluster: { dispatchers } }: BenchWebhookWorld): Promise<number> {
  const open = await Promise.all(dispatchers.map(({ adminUrl }) => readGauge(adminUrl, 'sluice_bus_open_records')))
  return open.reduce((sum, count) => sum + count, 0)
}

/** And until their deliveries are in the log, so that they are no part of what is measured next. */
async function untilHandled(world: BenchWebhookWorld, count: number): Promise<void> {
  const isOver = async () => (await countHandled(world.cluster.dispatchers)) >= count && (await countOpen(world)) === 0
  await eventually(isOver, { timeoutMs: WITHIN_MS, what: `${count} events are handled, and none is open` })
}
