// The webhook dispatcher as a process of its own, in a cluster.
import { hostname } from 'node:os'
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { createWebhookDispatcher } from './create-webhook-dispatcher.ts'
import { settings, settingsFrom } from './settings.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...settings })

await runClusterService({
  name: 'webhook-dispatcher',
  live,
  summary,
  usesBus: true,
  parts: platform => [
    createWebhookDispatcher(platform, {
      ...settingsFrom(config),
      address: { host: config.HOST, port: config.PORT },
      publicUrl: () => config.PUBLIC_URL,
      claimant: { name: `${hostname()}:${config.HOST}:${config.PORT}`, isSole: false },
    }),
  ],
})
