export { openClusterBus } from './open-backends.ts'
export { runClusterService } from './run-cluster-service.ts'
export { clusterSettings } from './settings.ts'
