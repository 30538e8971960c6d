import { createLogger } from '@sluice/service-kit'
import { createCounting, documentCountStore } from '@sluice/webhook-dispatcher'
import { pin } from '../cluster/processes.ts'
import { type Figure, figureOfRounds, median } from '../figure.ts'
import { startBenchTarget } from './targets.ts'
import { type BenchWebhookWorld, openWebhookWorld } from './webhook-world.ts'

const EVENTS = 2_000
const ROUNDS = 3
const WARM_UP_ROUNDS = 2
/** What a dispatcher counts between two writes, at 150 deliveries a second: each write is one for all of them. */
const PER_WRITE = 750
const WRITES = 60
/** A write every few seconds is never as fast as one behind another, so few are thrown away. */
const WARM_UP_WRITES = 5
const BAR = '≤ 3'

/**
 * What counting adds to the CPU of a delivery: counting in memory and the writes of counts, alone in this process on the
 * store of a cluster, against what a delivery costs the dispatchers of that cluster. Rounds with and without counting differ
 * from each other by more than what is looked for.
 */
export async function measureCountingCost(cores: string): Promise<Figure[]> {
  const world = await openWebhookWorld()
  try {
    if (cores !== '') for (const { pid } of world.cluster.dispatchers) pin(pid(), cores)
    const delivery = await measureDelivery(world)
    const of = (webhooks: number, name: string) => measureCounting(world, { webhooks, delivery, name })
    return [
      { name: 'CPU of a delivery', value: delivery, unit: 'µs', bar: '' },
      ...(await of(1, 'of one webhook')),
      ...(await of(50, 'of 50 webhooks in turn')),
    ]
  } finally {
    await world.stop()
  }
}

async function measureDelivery(world: BenchWebhookWorld): Promise<number> {
  const target = await startBenchTarget()
  const id = await world.addWebhook({ path: '/matched', url: target.url, timeout_ms: 30_000 })
  let wanted = 0
  const run = async (path: '/matched' | '/unmatched') => {
    if (path === '/matched') wanted += EVENTS
    return (await world.workOff(Array<string>(EVENTS).fill(path), () => target.requests() >= wanted)) / EVENTS
  }
  const added: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
    added.push((await run('/matched')) - (await run('/unmatched')))
  await world.removeWebhooks([id])
  await target.close()
  return median(added.slice(WARM_UP_ROUNDS))
}

type CountingCase = { webhooks: number; delivery: number; name: string }

async function measureCounting(
  { store }: BenchWebhookWorld,
  { webhooks, delivery, name }: CountingCase,
): Promise<Figure[]> {
  const counting = createCounting({
    counts: documentCountStore({ store, db: 'sluice' }),
    logger: createLogger({ service: 'bench', level: 'warn' }),
  })
  const costs: number[] = []
  for (let write = 0; write < WARM_UP_WRITES + WRITES; write += 1) {
    const before = process.cpuUsage()
    for (let number = 0; number < PER_WRITE; number += 1) countOne(counting, `bench-${number % webhooks}`, number)
    await counting.round()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / PER_WRITE)
  }
  const measured = costs.slice(WARM_UP_WRITES)
  const shares = measured.map(cost => (100 * cost) / delivery)
  return [
    { name: `counting a delivery ${name}, in CPU`, value: median(measured), unit: 'µs', bar: '' },
    figureOfRounds(shares, { name: `counting adds to a delivery ${name}`, unit: '%', bar: BAR }),
  ]
}

function countOne({ event, ended }: ReturnType<typeof createCounting>, webhookId: string, number: number): void {
  const at = Date.now()
  event(at)
  ended({
    webhookId,
    eventAt: at,
    endedAt: at + number,
    isSuccess: true,
    durationMs: 1 + (number % 200),
    statusCode: 200,
  })
}
