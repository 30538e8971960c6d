import { type ChangeLog, createLiveTable } from '@sluice/change-log'
import {
  formatId,
  type PluginId,
  type PluginState,
  pluginId,
  pluginRecord,
  WATCHES_COLLECTION,
  watchRecord,
} from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { initialState } from '../domain/plugin-step.ts'

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/** The states of the plugins and whether anything wants events, in step with the change log. */
export type LiveSwitches = {
  plugin(id: PluginId): PluginState
  /** Whether anything wants events: the plugin is on, and a webhook is enabled, a recording runs, or a tail is open. */
  wantsEvents(): boolean
}

export async function createLiveSwitches(backing: Backing): Promise<LiveSwitches> {
  const { store, changes, db } = backing
  const plugins = store.collection({ db, collection: 'plugins' })
  const webhooks = store.collection({ db, collection: 'webhooks' })
  const states = await createLiveTable<PluginState>({
    changes,
    topic: 'plugins',
    load: async () =>
      (await plugins.find({}, { linearizable: true })).map(found => [formatId(found._id), stateOf(found, backing)]),
    async loadOne(id) {
      const found = await plugins.findOne({ _id: id }, { linearizable: true })
      return found && stateOf(found, backing)
    },
  })
  const enabled = await createLiveTable<true>({
    changes,
    topic: 'webhooks',
    async load() {
      const found = await webhooks.find({ enabled: true }, { projection: { _id: 1 }, linearizable: true })
      return found.map(({ _id }) => [String(_id), true] as const)
    },
    async loadOne(id) {
      const found = await webhooks.findOne({ _id: id, enabled: true }, { projection: { _id: 1 }, linearizable: true })
      return found ? true : undefined
    },
  })
  const isWatched = await followWatches(backing)
  const plugin = (id: PluginId) => states.get(id) ?? initialState[id]
  return { plugin, wantsEvents: () => (enabled.size > 0 || isWatched()) && plugin('webhooks') === 'enabled' }
}

/** @returns whether a recording runs, or a tail is open somewhere, by the store's clock */
async function followWatches({ store, changes, db }: Backing): Promise<() => boolean> {
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

/** A record that can't be read counts as the state in which nothing is let through. */
function stateOf(found: unknown, { logger }: Backing): PluginState {
  const parsed = pluginRecord.safeParse(found)
  if (parsed.success) return parsed.data.state
  logger.error({ known: pluginId.options }, 'plugin.unreadable')
  return 'disabled'
}
