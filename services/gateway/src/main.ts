// The gateway as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { openRedisSharedCounts } from './adapters/redis-shared-counts.ts'
import { createGateway } from './create-gateway.ts'
import { watchPartsReaders } from './exchange/forward/parts-readers.ts'
import { openConsole } from './open-console.ts'
import { settings, settingsFrom, upstreamSettings } from './settings.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings, ...upstreamSettings })

await runClusterService({
  name: 'gateway',
  live,
  summary,
  usesBus: true,
  parts(platform, { sampler }) {
    const sharedCounts = openRedisSharedCounts({
      url: config.REDIS_URL.reveal(),
      prefix: config.CLUSTER_PREFIX,
      onAway: error => platform.logger.warn({ part: 'gateway', err: error }, 'failure-counts.own-only'),
    })
    const pages = openConsole(config, platform.logger)
    const readers = watchPartsReaders({ ...platform, logger: platform.logger.child({ part: 'gateway' }) })
    const gateway = createGateway(platform, {
      ...settingsFrom(config, config.SPOOL_DIR),
      listen: { host: config.HOST, port: config.PORT },
      publicUrl: config.PUBLIC_URL,
      shownSettings: summary,
      upstreams: {
        data: { url: config.UPSTREAM_DATA },
        'graphql-apps': { url: config.UPSTREAM_GRAPHQL_APPS },
        keys: { url: config.UPSTREAM_KEYS },
        'webhook-dispatcher': { url: config.UPSTREAM_WEBHOOKS },
        ...(config.UPSTREAM_MCP && { mcp: { url: config.UPSTREAM_MCP } }),
      },
      console: pages?.served,
      sharedCounts,
      readsParts: readers.has,
      sampler,
    })
    const counts = { name: 'failure-counts', start: async () => {}, stop: async () => sharedCounts.close() }
    return [counts, readers, gateway, ...(pages ? [pages.part] : [])]
  },
})
