import { createLiveTable } from '@sluice/change-log'
import { type PluginId, type PluginState, pluginId, pluginRecord } from '@sluice/contracts'
import type { Platform } from '../service/platform.ts'

/** The state of each plugin, in step with the change log: it may be used as long as that `isTrusted`. */
export type Plugins = {
  stateOf(id: PluginId): PluginState
  isEnabled(id: PluginId): boolean
}

/** The state of a plugin of which nothing is stored. */
const initialState: Readonly<Record<PluginId, PluginState>> = { 'api-keys': 'uninstalled', webhooks: 'disabled' }

/** Follows the state of every plugin. Resolves when all are known. @param onChange told right before a change shows */
export async function followPlugins(
  { store, changes, db, logger }: Pick<Platform, 'store' | 'changes' | 'db' | 'logger'>,
  onChange: () => void = () => {},
): Promise<Plugins> {
  const plugins = store.collection({ db, collection: 'plugins' })

  async function read(plugin: PluginId): Promise<PluginState> {
    const found = await plugins.findOne({ _id: plugin }, { linearizable: true })
    return readPluginState(plugin, found, fields => logger.error({ plugin, fields }, 'plugin.unreadable'))
  }

  const states = await createLiveTable<PluginState>({
    changes,
    topic: 'plugins',
    onChange,
    load: () => Promise.all(pluginId.options.map(async id => [id, await read(id)] as const)),
    async loadOne(id) {
      // The next version, which may run beside this one, may know another plugin.
      const known = pluginId.safeParse(id)
      return known.success ? read(known.data) : undefined
    },
  })
  const stateOf = (id: PluginId) => states.get(id) ?? initialState[id]
  return { stateOf, isEnabled: id => stateOf(id) === 'enabled' }
}

/**
 * Reads the state of a plugin from what is stored of it. Nothing stored is the initial state; a document that can't be
 * read counts as disabled.
 * @param report is told the names of the fields that are wrong, never what they hold
 */
export function readPluginState(
  id: PluginId,
  found: unknown,
  report: (fields: readonly string[]) => void = () => {},
): PluginState {
  if (!found) return initialState[id]
  const parsed = pluginRecord.safeParse(found)
  if (parsed.success) return parsed.data.state
  report(parsed.error.issues.map(({ path }) => path.join('.')))
  return 'disabled'
}
