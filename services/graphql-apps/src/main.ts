// The graphql-apps service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { createGraphqlApps } from './create-graphql-apps.ts'

const { config, summary, live } = loadConfig(clusterSettings)

await runClusterService({
  name: 'graphql-apps',
  live,
  summary,
  parts: platform => [createGraphqlApps(platform, { address: { host: config.HOST, port: config.PORT } })],
})
