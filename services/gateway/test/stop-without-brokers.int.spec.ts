import { closeSync, openSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { openKafkaBus } from '@sluice/bus/kafka'
import { createLogger } from '@sluice/service-kit'
import { eventually, openTestPlatform, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { openEventLine } from '../src/event-line.ts'
import { shipSpool } from '../src/ship-spool.ts'
import { eventFrame } from '../src/testing/spool-frames.ts'
import { followEvents } from '../src/testing/start-gateway.ts'

const logger = createLogger({ service: 'test', level: 'silent' })
const DEADLINE_MS = 500
/** What the service gives its parts beyond the deadline is 1 s: then it says so and ends with 1. */
const LATEST_MS = DEADLINE_MS + 500

const sockets = new Set<Socket>()
const servers: Server[] = []

/** @returns the address of a broker that takes connections and never answers */
async function startHanging(): Promise<string> {
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** @returns an address where nobody listens any more */
async function refusing(): Promise<string> {
  const address = await startHanging()
  await stopServers()
  return address
}

async function stopServers(): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map(server => new Promise(resolve => server.close(resolve))))
}

const brokers: readonly (readonly [string, () => Promise<string>])[] = [
  ['refuse', refusing],
  ['hang', startHanging],
  ['were never there', async () => 'kafka.invalid:9092'],
]

async function openLine(directory: string, address: string) {
  const settings = { directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 } as const
  const bus = await openKafkaBus({ brokers: [address], clientId: 'test' })
  return { settings, bus, line: openEventLine(bus, settings, logger) }
}

async function shipTheRest(settings: Awaited<ReturnType<typeof openLine>>['settings']): Promise<string[]> {
  const platform = await openTestPlatform()
  const { shipped } = await followEvents(platform)
  const { shipped: count } = await shipSpool(platform.bus, settings, logger)
  await eventually(() => shipped.length >= count)
  await platform.close()
  return shipped.map(({ event }) => event.id).toSorted()
}

describe('a gateway that is stopped without its brokers', () => {
  afterEach(stopServers)

  it.each(brokers)('ends within its deadline when they %s, and the next one sends what is left', async (_, start) => {
    const { settings, bus, line } = await openLine(await temporaryDirectory(), await start())
    const ids = [v7(), v7(), v7()]
    await Promise.all(ids.map(id => new Promise<void>(resolve => line.spool.finish([eventFrame(id)], resolve))))
    const begun = performance.now()
    await line.stop(DEADLINE_MS)
    await bus.close()
    expect(performance.now() - begun).toBeLessThan(LATEST_MS)
    expect(await shipTheRest(settings)).toEqual(ids.toSorted())
  })

  it('ends within its deadline when its disk is full besides', async () => {
    const { settings, bus, line } = await openLine(await temporaryDirectory(), await startHanging())
    const kept = v7()
    const late = v7()
    await new Promise<void>(resolve => line.spool.finish([eventFrame(kept)], resolve))
    const newest = line.spool.segments().at(-1)
    if (!newest) throw new Error('a spool has a segment')
    closeSync(newest.fd)
    newest.fd = openSync(newest.path, 'r')
    line.spool.finish([eventFrame(late)], () => {})
    await eventually(() => line.spool.isFaulty())
    const begun = performance.now()
    await line.stop(DEADLINE_MS)
    await bus.close()
    expect(performance.now() - begun).toBeLessThan(LATEST_MS)
    expect(await shipTheRest(settings)).toContain(kept)
  })
})
