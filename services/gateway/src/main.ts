// The gateway as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { ownSettings } from './config.ts'
import { createGateway } from './create-gateway.ts'

const { config, summary } = loadConfig({ ...clusterSettings, ...ownSettings })

await runClusterService({
  name: 'gateway',
  config,
  summary,
  parts: platform => [
    createGateway(platform, {
      listen: { host: config.HOST, port: config.PORT },
      upstreams: {
        data: { url: config.UPSTREAM_DATA },
        'graphql-apps': { url: config.UPSTREAM_GRAPHQL_APPS },
        keys: { url: config.UPSTREAM_KEYS },
        'webhook-dispatcher': { url: config.UPSTREAM_WEBHOOKS },
      },
      spool: {
        directory: config.SPOOL_DIR,
        maxBytes: config.SPOOL_MAX_BYTES,
        whenFull: config.SPOOL_FULL,
        fsyncMs: config.SPOOL_FSYNC_MS,
      },
      trustedProxies: config.TRUSTED_PROXIES,
      corsOrigins: config.CORS_ORIGINS,
    }),
  ],
})
