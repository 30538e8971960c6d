import { BACKEND_KINDS, type Backend, findFreePorts, startKafkaBehind, startOwnBackend } from '@sluice/testkit/backends'
import { NotInThisClusterError } from './cluster.ts'
import { type BrokerWay, startBrokerWay } from './ways/broker-way.ts'

/** What a cluster stands on. */
export type RigBackends = {
  backends: readonly Backend[]
  /** The ways by the name of the process that has them; empty where none were asked for. */
  brokerWays: ReadonlyMap<string, BrokerWay>
  /** Gives a process a way of its own, where there are any. @returns what it has to be told */
  giveBrokerWay(name: string): Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** @param ways how many processes are to have a way of their own to the broker */
export async function startBackends(ways: number): Promise<RigBackends> {
  // The broker has to know them before it starts.
  const free = await openWays(ways)
  const startKafka = () => startKafkaBehind(free.map(({ port, way }) => ({ port, advertised: way.address })))
  const backends = await Promise.all(
    BACKEND_KINDS.map(kind => (kind === 'kafka' && ways > 0 ? startKafka() : startOwnBackend(kind))),
  )
  const brokerWays = new Map<string, BrokerWay>()
  return {
    backends,
    brokerWays,
    giveBrokerWay(name): Record<string, string> {
      if (ways === 0) return {}
      const next = free.at(brokerWays.size)
      if (!next) throw new NotInThisClusterError(`There are only ${ways} ways to the broker.`)
      brokerWays.set(name, next.way)
      return { KAFKA_BROKERS: next.way.address }
    },
    async stop() {
      for (const { way } of free) way.close()
      await Promise.allSettled(backends.map(backend => backend.stop()))
    },
  }
}

async function openWays(count: number) {
  const ports = await findFreePorts(count)
  return Promise.all(ports.map(async port => ({ port, way: await startBrokerWay(port) })))
}
