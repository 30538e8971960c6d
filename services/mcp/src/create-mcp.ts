import { compilePermissions, createLiveAcl, type LiveAcl } from '@sluice/access'
import {
  followPlugins,
  httpService,
  observing,
  type Platform,
  type Plugins,
  type ProcessPart,
  type ServiceAddress,
  withKnownQuery,
} from '@sluice/service-kit'
import { routes } from './app.ts'
import { createGatewayClient, type InnerAddress } from './inner/gateway-client.ts'
import { createCallerViews } from './listing/caller-view.ts'
import { createCollectionNames } from './listing/collection-names.ts'
import { createLiveToolApps } from './listing/live-tool-apps.ts'
import { createCallerFinder } from './listing/supposed-caller.ts'
import { createCallLimits } from './protocol/call-limits.ts'
import { createCallMeters } from './protocol/call-meters.ts'
import { createConfirmations } from './protocol/confirm-call.ts'
import { createKeptLists } from './protocol/kept-lists.ts'
import type { CallMcpDependencies } from './routes/call-mcp.ts'
import { createSubscriptions } from './subscriptions/subscriptions.ts'

type McpSettings = {
  address: ServiceAddress
  /** Where the requests of tools go in. */
  gateway: InnerAddress
  /** What answers in the protocol; the server of the SDK where it is left out. */
  serverClass?: CallMcpDependencies['serverClass']
}

const NO_PERMISSIONS = compilePermissions([]).acl
const reportedByGateways = () => {}

/** The MCP service: the tools of assistants, each call an ordinary request that goes in by the gateway again. */
export function createMcp(platform: Platform, { address, gateway, serverClass }: McpSettings): ProcessPart {
  const { store, changes, db, tier } = platform
  const logger = platform.logger.child({ part: 'mcp' })
  // Until it is loaded nobody is offered anything by it.
  let acl: LiveAcl = { current: () => NO_PERMISSIONS }
  const client = createGatewayClient(gateway)
  let plugins: Pick<Plugins, 'isEnabled'> = { isEnabled: () => false }
  const collectionNames = createCollectionNames({ store, db, tier })
  const subscriptions = createSubscriptions({ logger, beforeLook: () => collectionNames.forget() })
  const onChange = () => subscriptions.noteChange()
  const apps = createLiveToolApps({ store, changes, db, onChange })
  return httpService({
    name: 'mcp',
    platform,
    address,
    routes: withKnownQuery(
      routes({
        tiering: { tier, db },
        views: createCallerViews({
          acl: () => acl.current(),
          collectionNames,
          apps: () => apps.current(),
          isPluginOn: id => plugins.isEnabled(id),
        }),
        subscriptions,
        confirmations: createConfirmations(platform.internalSecrets),
        findCaller: createCallerFinder({ store, db, now: changes.storeTime }),
        client,
        limits: createCallLimits(),
        lists: createKeptLists(),
        meters: createCallMeters(),
        logger,
        serverClass,
      }),
    ),
    async open() {
      await apps.follow()
      plugins = await followPlugins({ store, changes, db, logger }, onChange)
      acl = await createLiveAcl({ store, changes, db, onRejected: reportedByGateways, onChange })
      await changes.follow({
        topic: 'users',
        reload: async () => subscriptions.noteUser(),
        apply: async id => subscriptions.noteUser(id),
      })
      observing('mcp').gauge('mcp_subscriptions', 'Streams by which assistants hear of changes', () =>
        subscriptions.count(),
      )
    },
    endStreams: () => subscriptions.endAll(),
    close: async () => client.close(),
  })
}
