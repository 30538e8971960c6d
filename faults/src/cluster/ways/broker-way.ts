import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isProduce, type KafkaRequest, NOT_ENOUGH_REPLICAS, refusalOf, splitRequests } from './kafka-frames.ts'
import { type NetworkWay, startNetworkWay } from './network-way.ts'

/** The way of one process to the broker, in the hands of the rig. */
export type BrokerWay = Omit<NetworkWay, 'url'> & {
  /** `host:port` where the process finds the broker, and where the broker says that it is. */
  address: string
  /** From now on each answer is later by so much; 0: no more. */
  delay(ms: number): void
  /** Records are refused, in the place of a broker with too few replicas in step. */
  refuseRecords(areRefused: boolean): void
  /** Requests that were refused so far. */
  refused(): number
}

/** @param brokerPort on which the broker listens for this process alone, and names the address of this way */
export async function startBrokerWay(brokerPort: number): Promise<BrokerWay> {
  let lateMs = 0
  let areRefused = false
  let refused = 0
  const treat = (request: KafkaRequest, client: Socket, broker: Socket): boolean => {
    if (!areRefused || !isProduce(request)) return broker.write(request)
    refused += 1
    client.write(refusalOf(request, NOT_ENOUGH_REPLICAS))
    return true
  }
  const way = await startNetworkWay(new URL(`tcp://127.0.0.1:${brokerPort}`), {
    there(client, broker) {
      let received: Buffer = Buffer.alloc(0)
      return chunk => {
        const { requests, rest } = splitRequests(received.length === 0 ? chunk : Buffer.concat([received, chunk]))
        received = rest
        return requests.map(request => treat(request, client, broker)).every(isTaken => isTaken)
      }
    },
    back(client) {
      const late = createLateWriter(client)
      return chunk => late(chunk, lateMs)
    },
  })
  return {
    ...way,
    address: way.url.host,
    delay(ms) {
      lateMs = ms
    },
    refuseRecords(are) {
      areRefused = are
    },
    refused: () => refused,
  }
}

/** Everything after its time, and nothing before what came earlier. */
function createLateWriter(to: Socket) {
  let last = Promise.resolve()
  let kept = 0
  return (chunk: Buffer, ms: number): boolean => {
    if (kept === 0 && ms === 0) return to.write(chunk)
    kept += 1
    const due = performance.now() + ms
    last = last.then(async () => {
      await wait(Math.max(0, due - performance.now()))
      kept -= 1
      if (!to.destroyed) to.write(chunk)
    })
    return true
  }
}
