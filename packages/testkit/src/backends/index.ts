export type { Backend } from './backend.ts'
export { isCi } from './install.ts'
export { ABSENT_VARIABLE, ADDRESS_VARIABLES, BACKEND_KINDS, isAbsent, startBackend, startOwnBackend } from './start.ts'
export { startAll } from './start-all.ts'
