import { createData } from '@sluice/data'
import { createGateway } from '@sluice/gateway'
import { createGraphqlApps } from '@sluice/graphql-apps'
import { createKeys } from '@sluice/keys'
import {
  adminPart,
  changeLogReadiness,
  observeChanges,
  observeDependencies,
  type Part,
  type Platform,
  startTelemetry,
  startTracing,
} from '@sluice/service-kit'
import { createWebhookDispatcher } from '@sluice/webhook-dispatcher'
import type { StandaloneLive } from './config.ts'
import type { DataDirectory } from './data-directory.ts'
import type { OpenPlatform } from './platform.ts'
import { urlOf } from './url-of.ts'

export type Composition = {
  live: StandaloneLive
  directory: DataDirectory
  opened: OpenPlatform
  /** Address blocks that webhooks may call besides public ones: those of the operator, and the demo's receiver. */
  allowCidrs: readonly string[]
  onOwnerCreated(password: string): void
}

/** A part with a port of its own; the address is known once it has started. */
type Addressed = Part & { address(): { host: string; port: number } }

/** Every service of Sluice in one process, in the order in which they start. */
export function composeParts(composition: Composition): { parts: Part[]; gateway: Addressed; admin: Addressed } {
  const { live, directory, opened, allowCidrs, onOwnerCreated } = composition
  const { platform } = opened
  const config = live.current()
  const at = (name: Parameters<DataDirectory['socketPath']>[0]) => ({ socketPath: directory.socketPath(name) })
  const tracing = startTracing(config, { service: 'standalone', logger: platform.logger })
  const gateway = createGateway(platform, {
    listen: { host: config.HOST, port: config.PORT },
    upstreams: {
      data: at('data'),
      'graphql-apps': at('graphql-apps'),
      keys: at('keys'),
      'webhook-dispatcher': at('webhook-dispatcher'),
    },
    spool: {
      directory: directory.file('spool'),
      maxBytes: config.SPOOL_MAX_BYTES,
      whenFull: config.SPOOL_FULL,
      fsyncMs: config.SPOOL_FSYNC_MS,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    corsOrigins: config.CORS_ORIGINS,
    sampler: tracing.sampler,
    tls: { cert: config.TLS_CERT, key: config.TLS_KEY },
    clientLimits: { perKey: config.CLIENT_LIMIT_PER_KEY, perAddress: config.CLIENT_LIMIT_PER_ADDRESS },
    maxConnections: config.CLIENT_CONNECTIONS_MAX,
  })
  const admin = adminPart({
    address: { host: config.HOST, port: config.ADMIN_PORT },
    telemetry: startTelemetry(),
    readiness: changeLogReadiness(platform.changes),
  })
  observe(platform)
  const parts = [
    { name: 'traces', start: async () => {}, stop: tracing.stop },
    platformPart(opened),
    createData(platform, { address: at('data'), ...ownerSettings(live), onOwnerCreated }),
    createGraphqlApps(platform, { address: at('graphql-apps') }),
    createKeys(platform, {
      address: at('keys'),
      maxExpiresInDays: config.KEYS_MAX_EXPIRES_IN_DAYS,
      maxPerUser: config.KEYS_MAX_PER_USER,
      capacity: config.KEYS_CAPACITY,
    }),
    createWebhookDispatcher(platform, {
      address: at('webhook-dispatcher'),
      allowCidrs,
      publicUrl: () => config.PUBLIC_URL ?? urlOf(gateway.address()),
      // There is one process on a data directory, ever.
      claimant: { name: 'standalone', isSole: true },
      retentionDays: config.LOG_RETENTION_DAYS,
      failedRetentionDays: config.FAILED_LOG_RETENTION_DAYS,
      eventStoreMaxBytes: config.EVENT_STORE_MAX_BYTES,
      smtp: { url: config.SMTP_URL, from: config.SMTP_FROM },
      emailDailyAllowance: config.EMAIL_DAILY_ALLOWANCE,
    }),
    gateway,
    admin,
  ]
  return { parts, gateway, admin }
}

/** What is observed before telemetry has started is shown to nobody. */
function observe({ changes }: Platform): void {
  observeChanges(changes)
  observeDependencies(changes)
}

const ownerSettings = (live: StandaloneLive) => ({
  firstOwnerPassword: live.current().SLUICE_ADMIN_PASSWORD,
  restoresOwner: live.current().SLUICE_RESTORE_OWNER,
  followOwnerPassword: live.follow('SLUICE_ADMIN_PASSWORD'),
})

function platformPart({ platform, close }: OpenPlatform): Part {
  return { name: 'platform', start: () => platform.changes.start(), stop: close }
}
