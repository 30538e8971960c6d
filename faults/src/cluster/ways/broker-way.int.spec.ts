import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Bus } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { eventually } from '@sluice/testkit'
import { type Backend, findFreePorts, isAbsent, startKafkaBehind } from '@sluice/testkit/backends'
import { type BrokerWay, startBrokerWay } from './broker-way.ts'

/** A request without a body, of that kind and version. */
function request(kind: number, version = 7): Buffer {
  const whole = Buffer.alloc(8)
  whole.writeInt16BE(kind, 0)
  whole.writeInt16BE(version, 2)
  whole.writeInt32BE(42, 4)
  const length = Buffer.alloc(4)
  length.writeInt32BE(whole.length)
  return Buffer.concat([length, whole])
}

/** What brings records to no topic at all: no client, no transaction, for all replicas, within 5 s. */
const produce = (() => {
  const head = request(0).subarray(4)
  const body = Buffer.from('ffffffffffff0000138800000000', 'hex')
  const length = Buffer.alloc(4)
  length.writeInt32BE(head.length + body.length)
  return Buffer.concat([length, head, body])
})()

describe('the way to a broker', () => {
  let broker: Server
  let way: BrokerWay
  let far: Socket[] = []
  let near: Socket[] = []

  beforeEach(async () => {
    far = []
    near = []
    broker = createServer(socket => far.push(socket)).listen(0, '127.0.0.1')
    await once(broker, 'listening')
    way = await startBrokerWay((broker.address() as { port: number }).port)
  })
  afterEach(() => {
    way.close()
    for (const socket of [...near, ...far]) socket.destroy()
    broker.close()
  })

  const linked = async () => {
    const [host, port] = way.address.split(':')
    const socket = connect(Number(port), host)
    near.push(socket)
    const received = { near: Buffer.alloc(0), far: Buffer.alloc(0) }
    socket.on('data', chunk => {
      received.near = Buffer.concat([received.near, chunk])
    })
    await eventually(() => expect(far).toHaveLength(near.length))
    const server = far[far.length - 1] as Socket
    server.on('data', chunk => {
      received.far = Buffer.concat([received.far, chunk])
    })
    return { socket, server, received }
  }

  it('brings requests there whole, however they arrive, and answers back', async () => {
    const { socket, server, received } = await linked()
    const both = Buffer.concat([produce, request(3)])
    socket.write(both.subarray(0, 20))
    await new Promise(setImmediate)
    socket.write(both.subarray(20))
    await eventually(() => expect(received.far).toEqual(both))
    server.write('answer')
    await eventually(() => expect(received.near.toString()).toBe('answer'))
  })

  it('keeps answers for as long as it is told to, and their order when it is over', async () => {
    const { server, received } = await linked()
    way.delay(300)
    const startedAt = performance.now()
    server.write('late ')
    await eventually(() => expect(server.bytesWritten).toBe(5))
    await new Promise(setImmediate)
    await eventually(() => expect(received.near.toString()).toBe('late '))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299)
    way.delay(0)
    server.write('soon')
    await eventually(() => expect(received.near.toString()).toBe('late soon'))
  })

  it('refuses records in the place of the broker, which never hears of them, and nothing else', async () => {
    const { socket, received } = await linked()
    way.refuseRecords(true)
    socket.write(Buffer.concat([produce, request(3)]))
    await eventually(() => expect(received.far).toEqual(request(3)))
    await eventually(() => expect(received.near.subarray(4, 8).readInt32BE()).toBe(42))
    expect(way.refused()).toBe(1)
    way.refuseRecords(false)
    socket.write(produce)
    await eventually(() => expect(received.far).toEqual(Buffer.concat([request(3), produce])))
  })
})

const describeHere = isAbsent('kafka') ? describe.skip : describe
const TOPIC = 'things'

describeHere('the way to a real broker', () => {
  let ways: BrokerWay[] = []
  let kafka: Backend
  let buses: Bus[] = []

  beforeAll(async () => {
    const ports = await findFreePorts(2)
    ways = await Promise.all(ports.map(startBrokerWay))
    kafka = await startKafkaBehind(ports.map((port, index) => ({ port, advertised: ways[index]?.address ?? '' })))
    const open = ({ address }: BrokerWay) =>
      openKafkaBus({ brokers: [address], clientId: 'rig', sendTimeoutMs: 4_000, requestTimeoutMs: 3_000 })
    buses = await Promise.all(ways.map(open))
    await buses[0]?.createTopics([{ name: TOPIC, partitions: 1, retentionMs: 60_000 }])
  }, 120_000)
  afterAll(async () => {
    await Promise.all(buses.map(bus => bus.close()))
    for (const way of ways) way.close()
    await kafka.stop()
  }, 60_000)

  const send = (index: number) => buses[index]?.send(TOPIC, [{ key: 'k', value: Buffer.from('v'), headers: {} }])

  it('is the only one that its client takes: cut, nothing arrives by it, and by the other all does', async () => {
    await send(0)
    ways[0]?.cut()
    await expect(send(0)).rejects.toMatchObject({ name: 'BusUnavailableError' })
    await send(1)
    ways[0]?.heal()
    await send(0)
  }, 60_000)

  it('refuses records so that the client takes it for the answer of a broker', async () => {
    ways[1]?.refuseRecords(true)
    await expect(send(1)).rejects.toMatchObject({ name: 'BusUnavailableError' })
    expect(ways[1]?.refused()).toBeGreaterThan(0)
    ways[1]?.refuseRecords(false)
    await send(1)
  }, 60_000)

  it('is slow where it is told so', async () => {
    await send(0)
    ways[0]?.delay(1_000)
    const startedAt = performance.now()
    await send(0)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999)
    ways[0]?.delay(0)
  }, 60_000)
})
