import {
  authoritySettings,
  backendSettings,
  type Config,
  clusterTrustSettings,
  databaseSettings,
  listenSettings,
  tracingSettings,
} from '@sluice/service-kit'

/** What every process of a cluster is told. */
export const clusterSettings = {
  ...listenSettings,
  ...databaseSettings,
  ...authoritySettings,
  ...backendSettings,
  ...clusterTrustSettings,
  ...tracingSettings,
}

export type ClusterConfig = Config<typeof clusterSettings>

/** The settings as they are at each moment: those of files may be replaced. */
export type CurrentConfig = () => ClusterConfig
