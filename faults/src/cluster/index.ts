// What benchmarks listen through as well.
export { startNetworkWay } from './network-way.ts'
export { collectionOf, commandOf, splitMessages } from './wire-message.ts'
