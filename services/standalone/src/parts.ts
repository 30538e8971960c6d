import { createData } from '@sluice/data'
import * as data from '@sluice/data/settings'
import { createGateway, openConsole } from '@sluice/gateway'
import * as gatewayService from '@sluice/gateway/settings'
import { createGraphqlApps } from '@sluice/graphql-apps'
import { createKeys } from '@sluice/keys'
import * as keys from '@sluice/keys/settings'
import { createMcp } from '@sluice/mcp'
import {
  adminPart,
  changeLogReadiness,
  memoryAtRest,
  observeChanges,
  observeDependencies,
  type Platform,
  type ProcessPart,
  processBeat,
  startTelemetry,
  startTracing,
} from '@sluice/service-kit'
import { createWebhookDispatcher } from '@sluice/webhook-dispatcher'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'
import type { DataDirectory } from './data-directory.ts'
import type { ServiceLines } from './lines.ts'
import type { OpenPlatform } from './platform.ts'
import type { StandaloneLive } from './settings.ts'
import { urlOf } from './url-of.ts'

export type StandaloneComposition = {
  live: StandaloneLive
  directory: DataDirectory
  opened: OpenPlatform
  lines: ServiceLines
  /** The settings as they may be shown. */
  summary: Readonly<Record<string, string>>
  /** Address blocks that webhooks may call besides public ones: those of the operator, and the demo's receiver. */
  allowCidrs: readonly string[]
  onOwnerCreated(password: string): void
}

/** A part with a port of its own; the address is known once it has started. */
type AddressedPart = ProcessPart & { address(): { host: string; port: number } }

/** Every service of Sluice in one process, in the order in which they start. */
export async function composeParts(composition: StandaloneComposition): Promise<{
  parts: ProcessPart[]
  gateway: AddressedPart
  admin: AddressedPart
  /** Starts behind all others; left out where there are no pages. */
  console: ProcessPart | undefined
}> {
  const { live, directory, opened, lines, summary, allowCidrs, onOwnerCreated } = composition
  const { platform } = opened
  const config = live.current()
  const tracing = await startTracing(config, { service: 'standalone', logger: platform.logger })
  const pages = openConsole(config, platform.logger)
  const gateway = createGateway(platform, {
    ...gatewayService.settingsFrom(config, directory.file('spool')),
    listen: { host: config.HOST, port: config.PORT },
    publicUrl: config.PUBLIC_URL,
    shownSettings: summary,
    upstreams: lines,
    innerSocketPath: directory.innerSocketPath,
    console: pages?.served,
    sampler: tracing.sampler,
  })
  const readiness = changeLogReadiness(platform.changes)
  const telemetry = startTelemetry()
  const admin = adminPart({ address: { host: config.HOST, port: config.ADMIN_PORT }, telemetry, readiness })
  observe(platform)
  const parts = [
    { name: 'traces', start: async () => {}, stop: tracing.stop },
    platformPart(opened),
    memoryAtRest(),
    processBeat({ service: 'standalone', port: config.PORT, platform, readiness }),
    createData(platform, { ...data.settingsFrom(live), address: lines.data, onOwnerCreated }),
    createGraphqlApps(platform, { address: lines['graphql-apps'] }),
    createKeys(platform, { ...keys.settingsFrom(config), address: lines.keys }),
    createWebhookDispatcher(platform, {
      ...webhookDispatcher.settingsFrom(config),
      address: lines['webhook-dispatcher'],
      allowCidrs,
      publicUrl: () => config.PUBLIC_URL ?? urlOf(gateway.address()),
      // There is one process on a data directory, ever.
      claimant: { name: 'standalone', isSole: true },
    }),
    createMcp(platform, { address: lines.mcp, gateway: { socketPath: directory.innerSocketPath } }),
    gateway,
    admin,
  ]
  return { parts, gateway, admin, console: pages?.part }
}

/** What is observed before telemetry has started is shown to nobody. */
function observe({ changes }: Platform): void {
  observeChanges(changes)
  observeDependencies(changes)
}

function platformPart({ platform, close }: OpenPlatform): ProcessPart {
  return { name: 'platform', start: () => platform.changes.start(), stop: close }
}
