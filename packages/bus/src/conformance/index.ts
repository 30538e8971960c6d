export { describeBus } from './describe-bus.ts'
