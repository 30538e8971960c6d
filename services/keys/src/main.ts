// The keys service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { ownSettings } from './config.ts'
import { createKeys } from './create-keys.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...ownSettings })

await runClusterService({
  name: 'keys',
  live,
  summary,
  parts: platform => [
    createKeys(platform, {
      address: { host: config.HOST, port: config.PORT },
      maxExpiresInDays: config.KEYS_MAX_EXPIRES_IN_DAYS,
      maxPerUser: config.KEYS_MAX_PER_USER,
      capacity: config.KEYS_CAPACITY,
    }),
  ],
})
