import { randomBytes } from 'node:crypto'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, startAll, startOwnBackend } from '@sluice/testkit/backends'
import { type StartedCluster, startCluster } from '../cluster/start-cluster.ts'
import { LOOPBACK, type SluiceTarget, TARGET_SETTINGS } from '../target.ts'
import type { ScriptEnvironment } from './run-script.ts'

export type LosableSluice = {
  /** What it is now; it has other addresses after each start. */
  target(): Pick<SluiceTarget, 'urls' | 'ownerPassword' | 'receiver'>
  /** The database's name in the store. */
  database: string
  /** For the scripts: where the store is now. */
  surroundings(): ScriptEnvironment
  /** Whether the store is MongoDB itself, and no stand-in. */
  isMongoDb(): boolean
  stopDispatchers(): Promise<void>
  stopServices(): Promise<void>
  startServices(): Promise<void>
  /** Kills the store with all that is in it, and starts an empty one somewhere else. */
  loseStore(): Promise<void>
  stop(): Promise<void>
}

/** A cluster of processes on a store of its own; its spools stay through a stop of the services, and so do Kafka and Redis. */
export async function openSluice(path: string): Promise<LosableSluice> {
  const carriers = await startAll(['kafka', 'redis'])
  const prefix = `backup-${randomBytes(4).toString('hex')}-`
  const folder = await temporaryDirectory()
  const settings = {
    ...TARGET_SETTINGS,
    ...addressSettings(carriers.backends),
    CLUSTER_PREFIX: prefix,
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
  }
  let store = await startOwnBackend('mongodb')
  const start = () => startCluster({ settings: { ...settings, MONGODB_URI: store.address }, folder })
  let cluster = await start()
  return {
    target: () => ({ urls: urlsOf(cluster), ownerPassword: cluster.ownerPassword, receiver: LOOPBACK }),
    database: `${prefix}sluice`,
    surroundings: () => ({ path, mongodbUri: store.address }),
    isMongoDb: () => store.note.includes('mongo:'),
    async stopDispatchers() {
      await Promise.all(cluster.dispatchers.map(({ terminate }) => terminate()))
    },
    async stopServices() {
      await cluster.stop()
    },
    async startServices() {
      cluster = await start()
    },
    async loseStore() {
      await store.kill()
      await store.stop()
      store = await startOwnBackend('mongodb')
    },
    async stop() {
      await cluster.stop()
      await Promise.all([store.stop(), carriers.stop()])
    },
  }
}

function urlsOf({ gateways }: StartedCluster): [string, string] {
  const [first, second] = gateways
  return [first?.url ?? '', second?.url ?? '']
}
