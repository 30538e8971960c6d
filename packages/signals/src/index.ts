export type { Signals } from './port.ts'
