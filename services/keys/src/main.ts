// The keys service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { createKeys } from './create-keys.ts'
import { settings, settingsFrom } from './settings.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings })

await runClusterService({
  name: 'keys',
  live,
  summary,
  parts: platform => [
    createKeys(platform, {
      ...settingsFrom(config),
      address: { host: config.HOST, port: config.PORT },
    }),
  ],
})
