export { createSimulatedChangeLog } from './simulated-change-log.ts'
