export { filesIn, keepMetrics, METRICS_ENDING, metricsOf } from './files-in.ts'
export { findKeys, findLeaks } from './find-leaks.ts'
export type { Leftover } from './leftover.ts'
