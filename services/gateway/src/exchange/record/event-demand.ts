import { createLiveTable } from '@sluice/change-log'
import { WATCHES_COLLECTION, watchRecord } from '@sluice/contracts'
import type { Platform, Plugins } from '@sluice/service-kit'

type FollowedPlatform = Pick<Platform, 'store' | 'changes' | 'db'>

/** One that has switched itself off wants them too: what it misses can be delivered again. */
const WANTING = { $or: [{ enabled: true }, { 'autoDisabled.failures': { $gt: 0 } }] }

/**
 * Follows who wants events.
 * @returns whether anything does: the plugin is on, and a webhook is enabled or has switched itself off, a recording runs, or a tail is open
 */
export async function followEventDemand(platform: FollowedPlatform, plugins: Plugins): Promise<() => boolean> {
  const { store, changes, db } = platform
  const webhooks = store.collection({ db, collection: 'webhooks' })
  const enabled = await createLiveTable<true>({
    changes,
    topic: 'webhooks',
    async load() {
      const found = await webhooks.find(WANTING, { projection: { _id: 1 }, linearizable: true })
      return found.map(({ _id }) => [String(_id), true] as const)
    },
    async loadOne(id) {
      const found = await webhooks.findOne({ _id: id, ...WANTING }, { projection: { _id: 1 }, linearizable: true })
      return found ? true : undefined
    },
  })
  const isWatched = await followWatches(platform)
  return () => (enabled.size > 0 || isWatched()) && plugins.isEnabled('webhooks')
}

/** @returns whether a recording runs, or a tail is open somewhere, by the store's clock */
async function followWatches({ store, changes, db }: FollowedPlatform): Promise<() => boolean> {
  const watches = store.collection({ db, collection: WATCHES_COLLECTION })
  let watchedUntil = 0
  const untilOf = (found: unknown) => watchRecord.safeParse(found).data?.until.getTime() ?? 0
  await changes.follow({
    topic: 'watches',
    async reload() {
      const [last] = await watches.find({}, { sort: { until: -1 }, limit: 1, linearizable: true })
      watchedUntil = untilOf(last)
    },
    async apply(id) {
      watchedUntil = Math.max(watchedUntil, untilOf(await watches.findOne({ _id: id }, { linearizable: true })))
    },
  })
  return () => changes.storeTime() < watchedUntil
}
