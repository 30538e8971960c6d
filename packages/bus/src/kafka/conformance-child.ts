import { runBusChild } from '../conformance/bus-child.ts'
import { openKafkaBus } from './open-kafka-bus.ts'

const [broker = '', prefix] = process.argv.slice(2)
const timing = { sessionTimeoutMs: 4_000, rebalanceTimeoutMs: 4_000, heartbeatEveryMs: 200 }
runBusChild(await openKafkaBus({ brokers: [broker], clientId: 'child', prefix, ...timing }))
