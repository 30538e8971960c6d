export { SignalsUnavailableError } from './errors.ts'
export type { SignalListener, Signals } from './port.ts'
