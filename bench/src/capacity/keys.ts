import { eventually } from '@sluice/testkit'
import { otherKey } from '../keys/other-key.ts'
import { readMean } from '../memory/held-memory.ts'
import { readGauge } from '../read-gauge.ts'
import type { BenchWebhookWorld } from '../webhooks/webhook-world.ts'
import { type KindGrowth, measureGrowth } from './growth.ts'
import { insertAll, numbersFrom, readAnew } from './read-anew.ts'

const SIZES = [10_000, 30_000] as const
const WITHIN_MS = 60_000

/** Keys in the memory of each gateway. */
export function measureKeys(world: BenchWebhookWorld): Promise<KindGrowth[]> {
  const { gateways } = world.cluster
  const liveKeys = () => Promise.all(gateways.map(({ adminUrl }) => readGauge(adminUrl, 'sluice_live_keys')))
  let stored = 0
  return measureGrowth({
    what: 'keys at each gateway',
    per: 1_000,
    sizes: SIZES,
    read: () => readMean(gateways),
    async growTo(count) {
      await insertAll(world, 'apiKeys', numbersFrom(stored, count).map(otherKey))
      stored = count
      await readAnew(world, 'keys')
      const what = `every gateway holds ${count} keys`
      await eventually(async () => (await liveKeys()).every(held => held >= count), { timeoutMs: WITHIN_MS, what })
    },
  })
}
