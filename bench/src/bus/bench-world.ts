import { openKafkaBus } from '@sluice/bus/kafka'
import { eventually } from '@sluice/testkit'
import type { Backend } from '@sluice/testkit/backends'
import { type BusClient, startClient } from './start-client.ts'

/** A broker of our own, and where clients run: what is measured on `clientCores`, all else on `loadCores`. */
export type BusWorld = { broker: Backend; clientCores: string; loadCores: string }

const PARTITIONS = 12
const RETENTION_MS = 3_600_000
let topicCount = 0

export async function makeTopic({ broker }: BusWorld): Promise<string> {
  const bus = await openKafkaBus({ brokers: [broker.address], clientId: 'bench' })
  const name = `bench-${++topicCount}`
  // A busy broker may not know yet what it has just made.
  const make = () => bus.createTopics([{ name, partitions: PARTITIONS, retentionMs: RETENTION_MS }])
  await eventually(() => make().then(() => true))
  await bus.close()
  return name
}

/** One client for each name, pinned, for as long as `task` takes. */
export async function withClients<Name extends string, T>(
  world: BusWorld,
  names: readonly Name[],
  task: (client: (name: Name) => BusClient) => Promise<T>,
): Promise<T> {
  const clients = new Map<Name, BusClient>()
  try {
    for (const name of names) clients.set(name, await startClient(name, world.broker.address, world.clientCores))
    return await task(name => find(clients, name))
  } finally {
    for (const client of clients.values()) await client.end()
  }
}

class UnknownClientError extends Error {
  override name = 'UnknownClientError'
}

function find<Name extends string>(clients: ReadonlyMap<Name, BusClient>, name: Name): BusClient {
  const client = clients.get(name)
  if (!client) throw new UnknownClientError(`No client is called ${name}.`)
  return client
}
