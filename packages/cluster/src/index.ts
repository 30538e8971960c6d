export { clusterSettings } from './config.ts'
export { runClusterService } from './run-cluster-service.ts'
