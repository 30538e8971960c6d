import { httpService, type ListenAddress, type Part, type Platform } from '@sluice/service-kit'
import { createHistoryIndex } from './adapters/app-history.ts'
import { documentAppStore } from './adapters/document-app-store.ts'
import { storeDocumentReader } from './adapters/store-document-reader.ts'
import { storeDraftSource } from './adapters/store-draft-source.ts'
import { routes } from './app.ts'
import { appRules, hiddenIn } from './domain/reach.ts'
import { createGraphqlServer } from './http/graphql-server.ts'
import { createLiveApps } from './live-apps.ts'

/** The graphql-apps service: app documents in, GraphQL endpoints out (spec 2.1, 4.1), behind the gateway. */
export function createGraphqlApps(platform: Platform, { address }: { address: ListenAddress }): Part {
  const { store, changes, db, tier } = platform
  const logger = platform.logger.child({ part: 'graphql-apps' })
  const rules = appRules({ tier, db })
  const liveApps = createLiveApps({ store, changes, db, logger, rules })
  const hidden = hiddenIn({ tier, db })
  const server = createGraphqlServer({ read: storeDocumentReader(store), hidden, logger })
  return httpService({
    name: 'graphql-apps',
    platform,
    address,
    routes: routes({
      base: tier === 'dedicated' ? `/${db}/gql-apps` : '/gql-apps',
      appStore: documentAppStore({ store, changes, db }),
      draftSource: storeDraftSource(store),
      hidden,
      liveApps,
      rules,
      server,
      changes,
    }),
    async open() {
      await createHistoryIndex(store, db)
      await server.start()
      await liveApps.follow()
    },
    close: () => server.stop(),
  })
}
