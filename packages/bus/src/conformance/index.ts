export { describeBus } from './describe-bus.ts'
export type { BusHarness } from './harness.ts'
