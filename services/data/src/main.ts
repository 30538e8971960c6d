// The data service as a process of its own, in a cluster.
import { clusterSettings, runClusterService } from '@sluice/cluster'
import { loadConfig } from '@sluice/service-kit'
import { ownSettings } from './config.ts'
import { createData } from './create-data.ts'

const { config, summary, live } = loadConfig({ ...clusterSettings, ...ownSettings })

await runClusterService({
  name: 'data',
  live,
  summary,
  // A generated password would stand in a log; so the first owner's has to be given.
  parts: platform => [
    createData(platform, {
      address: { host: config.HOST, port: config.PORT },
      firstOwnerPassword: config.SLUICE_ADMIN_PASSWORD,
      restoresOwner: config.SLUICE_RESTORE_OWNER,
      followOwnerPassword: live.follow('SLUICE_ADMIN_PASSWORD'),
    }),
  ],
})
