// What benchmarks listen through as well.
export { startNetworkWay } from './ways/network-way.ts'
export { collectionOf, commandOf, splitMessages } from './ways/wire-message.ts'
