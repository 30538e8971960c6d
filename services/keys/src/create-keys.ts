import type { ChangeLog } from '@sluice/change-log'
import {
  createRepeats,
  followPlugins,
  httpService,
  type Platform,
  type Plugins,
  type ProcessPart,
  type ServiceAddress,
  UnavailableError,
  withKnownQuery,
} from '@sluice/service-kit'
import { mintKey } from './adapters/crypto-key-mint.ts'
import { createAuditIndexes, documentAuditTrail } from './adapters/document-audit-trail.ts'
import { createKeyIndexes, documentKeyStore } from './adapters/document-key-store.ts'
import { createUsageIndexes, documentKeyUsage } from './adapters/document-key-usage.ts'
import { documentLeakedKeys } from './adapters/document-leaked-keys.ts'
import { routes } from './app.ts'
import { countChanges } from './count-changes.ts'
import type { settingsFrom } from './settings.ts'

type KeysSettings = ReturnType<typeof settingsFrom> & { address: ServiceAddress }

/** The keys service: issue, list, revoke, behind the gateway. */
export function createKeys(platform: Platform, settings: KeysSettings): ProcessPart {
  const { store, changes, db } = platform
  const logger = platform.logger.child({ part: 'keys' })
  const backing = { store, changes, db, logger }
  const repeats = createRepeats(platform)
  let plugins: Plugins | undefined
  const stores = { keyStore: documentKeyStore(backing), leaked: documentLeakedKeys(backing) }
  return httpService({
    name: 'keys',
    platform,
    address: settings.address,
    routes: withKnownQuery(
      routes({
        ...countChanges(stores, settings.capacity),
        mintKey,
        limits: () => ({
          isPluginEnabled: isPluginEnabled(changes, plugins),
          maxDays: settings.maxExpiresInDays,
          keysPerUser: settings.maxPerUser,
        }),
        capacity: settings.capacity,
        audit: documentAuditTrail({ store, db, logger }),
        usage: documentKeyUsage({ store, db }),
        now: () => new Date(changes.storeTime()),
        logger,
        repeats,
      }),
    ),
    async open() {
      await createKeyIndexes(store, db)
      await repeats.open()
      await createAuditIndexes(store, db)
      await createUsageIndexes(store, db)
      plugins = await followPlugins(backing)
    },
  })
}

/** Whether keys are enabled, as of now. @throws UnavailableError when that can't be known */
function isPluginEnabled(changes: ChangeLog, plugins: Plugins | undefined): boolean {
  if (!plugins || !changes.isTrusted()) throw new UnavailableError('The state of the api-keys plugin is not known.')
  return plugins.isEnabled('api-keys')
}
