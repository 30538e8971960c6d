import { compilePermissions, createLiveAcl, type LiveAcl } from '@sluice/access'
import { servedPathOf } from '@sluice/documents'
import { createRepeats, httpService, type Platform, type ProcessPart, type ServiceAddress } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'
import { createHistoryIndex } from './adapters/app-history.ts'
import { documentAppStore } from './adapters/document-app-store.ts'
import { storeDocumentReader } from './adapters/store-document-reader.ts'
import { storeDocumentWriter } from './adapters/store-document-writer.ts'
import { storeDraftSource } from './adapters/store-draft-source.ts'
import { routes } from './app.ts'
import { appRules, hiddenIn } from './domain/reach.ts'
import { openRulings } from './domain/rulings.ts'
import { createGraphqlServer } from './http/graphql-server.ts'
import { createAuthorJudge } from './judge-author.ts'
import { createLiveApps } from './live-apps.ts'
import { runPlainQuery } from './routes/run-query.ts'

const NO_PERMISSIONS = compilePermissions([]).acl
const reportedByGateways = () => {}

/** The graphql-apps service: app documents in, GraphQL endpoints out, behind the gateway. */
export function createGraphqlApps(platform: Platform, { address }: { address: ServiceAddress }): ProcessPart {
  const { store, changes, db, tier } = platform
  const logger = platform.logger.child({ part: 'graphql-apps' })
  const rules = appRules({ tier, db })
  const repeats = createRepeats(platform)
  const pathOf = (namespace: Namespace) => servedPathOf(namespace, tier)
  const liveApps = createLiveApps({ store, changes, db, logger, rules })
  // Until it is loaded nobody may read anything by it.
  let acl: LiveAcl = { current: () => NO_PERMISSIONS }
  const hidden = hiddenIn({ tier, db })
  const settings = {
    read: storeDocumentReader(store),
    write: storeDocumentWriter(store),
    hidden,
    access: () => ({ acl: acl.current(), pathOf }),
  }
  const server = createGraphqlServer({ ...settings, logger })
  const onBroken = (error: unknown) => logger.error({ err: error }, 'query.failed')
  return httpService({
    name: 'graphql-apps',
    shortcut: runPlainQuery({ liveApps, server, changes }),
    platform,
    address,
    routes: routes({
      base: tier === 'dedicated' ? `/${db}/gql-apps` : '/gql-apps',
      appStore: documentAppStore({ store, changes, db }),
      draftSource: storeDraftSource(store),
      hidden,
      liveApps,
      rules,
      author: createAuthorJudge({ access: settings.access, changes }),
      server,
      changes,
      repeats,
      settings: { ...settings, open: openRulings(hidden), onBroken },
    }),
    async open() {
      await createHistoryIndex(store, db)
      await repeats.open()
      await server.start()
      await liveApps.follow()
      acl = await createLiveAcl({ store, changes, db, onRejected: reportedByGateways })
    },
    close: () => server.stop(),
  })
}
