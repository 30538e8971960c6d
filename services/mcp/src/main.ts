// The MCP service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { createMcp } from './create-mcp.ts'
import { settings } from './settings.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings })

await runClusterService({
  name: 'mcp',
  live,
  summary,
  parts: platform => [
    createMcp(platform, {
      address: { host: config.HOST, port: config.PORT },
      gateway: { url: config.GATEWAY_URL, serverName: config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname },
    }),
  ],
})
