import { compilePermissions, createLiveAcl, type LiveAcl } from '@sluice/access'
import { httpService, type ListenAddress, type Platform, type ProcessPart, withKnownQuery } from '@sluice/service-kit'
import { routes } from './app.ts'
import { createGatewayClient, type InnerAddress } from './inner/gateway-client.ts'
import { createCollectionNames } from './listing/collection-names.ts'
import { createLiveToolApps } from './listing/live-tool-apps.ts'
import { createCallerFinder } from './listing/supposed-caller.ts'
import { createCallLimits } from './protocol/call-limits.ts'
import { createCallMeters } from './protocol/call-meters.ts'
import type { CallMcpDependencies } from './routes/call-mcp.ts'

type McpSettings = {
  address: ListenAddress
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
  const apps = createLiveToolApps({ store, changes, db })
  return httpService({
    name: 'mcp',
    platform,
    address,
    routes: withKnownQuery(
      routes({
        tiering: { tier, db },
        listing: {
          acl: () => acl.current(),
          collectionNames: createCollectionNames({ store, db, tier }),
          apps: () => apps.current(),
        },
        findCaller: createCallerFinder({ store, db, now: changes.storeTime }),
        client,
        limits: createCallLimits(),
        meters: createCallMeters(),
        logger,
        serverClass,
      }),
    ),
    async open() {
      await apps.follow()
      acl = await createLiveAcl({ store, changes, db, onRejected: reportedByGateways })
    },
    close: async () => client.close(),
  })
}
