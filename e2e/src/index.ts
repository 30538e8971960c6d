export { type Cluster, startCluster } from './cluster/start-cluster.ts'
export { type SluiceProcess, startSluice } from './standalone/sluice-process.ts'
