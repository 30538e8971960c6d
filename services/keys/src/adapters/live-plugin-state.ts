import type { ChangeLog } from '@sluice/change-log'
import { type PluginState, pluginRecord } from '@sluice/contracts'
import { type Logger, UnavailableError } from '@sluice/service-kit'
import type { Store } from '@sluice/store'

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/** Follows the owner's switch for keys. A missing record means that the plugin was never installed. */
export function livePluginState({ store, changes, db, logger }: Backing): {
  follow(): Promise<void>
  /** Whether the owner has switched keys on, as of now. @throws UnavailableError when that can't be known */
  isEnabled(): boolean
} {
  const plugins = store.collection({ db, collection: 'plugins' })
  let state: PluginState = 'uninstalled'

  const read = async () => {
    const found = await plugins.findOne({ _id: 'api-keys' }, { linearizable: true })
    if (!found) return 'uninstalled'
    const parsed = pluginRecord.safeParse(found)
    if (parsed.success) return parsed.data.state
    logger.error('The record "api-keys" of the collection plugins is not readable: keys stay switched off.')
    return 'uninstalled'
  }
  const reload = async () => {
    state = await read()
  }

  return {
    follow: () => changes.follow({ topic: 'plugins', reload, apply: reload }),
    isEnabled() {
      if (!changes.isTrusted()) throw new UnavailableError('The state of the api-keys plugin is not known.')
      return state === 'enabled'
    },
  }
}
