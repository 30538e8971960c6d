export { describeSignals } from './describe-signals.ts'
