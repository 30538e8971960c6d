export type { Backend, BackendKind } from './backend.ts'
export { environment } from './environment.ts'
export { findExecutable, isExecutable } from './executable.ts'
export { findFreePorts } from './free-ports.ts'
export { isCi, runInstaller } from './install.ts'
export { startKafkaBehind, startLoneKafka, startSecuredKafka } from './kafka.ts'
export { findKept, type KeptBackend, keepUntilStopped, stopKept } from './kept.ts'
export { type LocalProcess, startLocalProcess } from './local-process.ts'
export { inCache } from './own-folder.ts'
export { findValkey } from './redis.ts'
export { keepingNothing, REDIS_RIGHTS, startRedisServer } from './redis-server.ts'
export {
  ABSENT_VARIABLE,
  ADDRESS_VARIABLES,
  BACKEND_KINDS,
  isAbsent,
  SLOW_VARIABLE,
  startBackend,
  startOwnBackend,
} from './start.ts'
export { addressSettings, startAll } from './start-all.ts'
export { provideWheel } from './wheel.ts'
