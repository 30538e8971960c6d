export { createRedisSignals, type RedisSignalsOptions } from './create-redis-signals.ts'
