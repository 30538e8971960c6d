export { type Cluster, type ClusterOptions, startCluster } from './cluster/start-cluster.ts'
export { type SluiceProcess, startSluice } from './standalone/sluice-process.ts'
