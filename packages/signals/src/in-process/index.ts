export { createCarrier } from './carrier.ts'
export { createInProcessSignals } from './create-in-process-signals.ts'
