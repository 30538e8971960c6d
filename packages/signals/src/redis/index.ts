export { createRedisSignals } from './create-redis-signals.ts'
