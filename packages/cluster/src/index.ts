export { clusterSettings } from './config.ts'
export { openClusterBus } from './open-backends.ts'
export { runClusterService } from './run-cluster-service.ts'
