// The data service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { createData } from './create-data.ts'
import { settings, settingsFrom } from './settings.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings })

await runClusterService({
  name: 'data',
  live,
  summary,
  // A generated password would stand in a log; so the first owner's has to be given.
  parts: platform => [
    createData(platform, { ...settingsFrom(live), address: { host: config.HOST, port: config.PORT } }),
  ],
})
