import {
  backendSettings,
  type Config,
  clusterTrustSettings,
  databaseSettings,
  listenSettings,
} from '@sluice/service-kit'

/** What every process of a cluster is told. */
export const clusterSettings = { ...listenSettings, ...databaseSettings, ...backendSettings, ...clusterTrustSettings }

export type ClusterConfig = Config<typeof clusterSettings>
