export { describeSignals, type SignalsHarness } from './describe-signals.ts'
