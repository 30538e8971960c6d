import { readMean } from '../memory/held-memory.ts'
import type { BenchTarget } from '../webhooks/targets.ts'
import type { BenchWebhookWorld } from '../webhooks/webhook-world.ts'
import { type KindGrowth, measureGrowth } from './growth.ts'
import { insertAll, nextPosition, numbersFrom, readAnew } from './read-anew.ts'

const SIZES = [1_000, 3_000] as const
/** So many events that each dispatcher gets some. */
const PROBES = 24

/** Webhooks, each with a condition of its own, in the memory of each dispatcher. */
export async function measureWebhooks(world: BenchWebhookWorld, target: BenchTarget): Promise<KindGrowth[]> {
  const pattern = await addPattern(world, target)
  const copy = (number: number) => {
    const condition = `path('${pathOf(number)}') and method('POST')`
    return { ...pattern, _id: `capacity-${number}`, name: pathOf(number), condition }
  }
  let stored = 0
  return measureGrowth({
    what: 'webhooks at each dispatcher',
    per: 1_000,
    sizes: SIZES,
    read: () => readMean(world.cluster.dispatchers),
    async growTo(count) {
      const webhooks = numbersFrom(stored, count).map(copy)
      stored = count
      const from = await nextPosition(world, 'webhooks')
      await insertAll(world, 'webhooks', webhooks)
      await insertAll(
        world,
        'webhookVersions',
        webhooks.map(webhook => ({ ...versionOf(webhook), from })),
      )
      await readAnew(world, 'webhooks')
      // A dispatcher judges an event when it knows all webhooks of its time.
      const wanted = target.requests() + PROBES
      await world.workOff(Array<string>(PROBES).fill(pathOf(count - 1)), () => target.requests() >= wanted)
    },
  })
}

const pathOf = (number: number) => `/capacity/${number}`

const versionOf = (webhook: { _id: string }) => ({
  _id: `${webhook._id}.1`,
  webhookId: webhook._id,
  until: null,
  webhook,
  endedAt: null,
})

class NoPatternError extends Error {
  override name = 'NoPatternError'
}

/** A webhook as the service stores it, to be copied. */
async function addPattern(world: BenchWebhookWorld, { url }: BenchTarget) {
  const _id = await world.addWebhook({ path: '/capacity', url })
  const stored = await world.store.collection({ db: 'sluice', collection: 'webhooks' }).findOne({ _id })
  if (!stored) throw new NoPatternError(`The webhook ${_id} is not in the store.`)
  return stored
}
