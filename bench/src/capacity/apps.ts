import { eventually } from '@sluice/testkit'
import { appDocument, TINY } from '../graphql/world.ts'
import { readMean } from '../memory/held-memory.ts'
import type { BenchWebhookWorld } from '../webhooks/webhook-world.ts'
import { type KindGrowth, measureGrowth } from './growth.ts'
import { insertAll, numbersFrom, readAnew } from './read-anew.ts'

const SIZES = [100, 300] as const
const AT_ONCE = 4
const WITHIN_MS = 60_000

/** Apps that are served: each compiled, with one query prepared. */
export function measureApps(world: BenchWebhookWorld): Promise<KindGrowth[]> {
  const holders = world.cluster.processes.filter(({ service }) => service === 'graphql-apps')
  const ask = (number: number) => world.owner.text('POST', `/graphql/${idOf(number)}`, { query: TINY })
  const idOf = (number: number) => `capacity-${number}`
  let asked = 0
  return measureGrowth({
    what: 'served GraphQL apps of 4 types and 16 fields',
    per: 100,
    sizes: SIZES,
    read: () => readMean(holders),
    async growTo(count) {
      const apps = numbersFrom(asked, count).map(number => appDocument({ id: idOf(number) }))
      await insertAll(world, 'gql-apps', apps)
      await readAnew(world, 'apps')
      await eventually(() => ask(count - 1), { timeoutMs: WITHIN_MS, what: `${count} apps are served` })
      const askAll = async () => {
        while (asked < count) await ask(asked++)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, askAll))
    },
  })
}
