import { randomBytes } from 'node:crypto'
import { openMongoStore } from '@sluice/store/mongodb'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, startAll } from '@sluice/testkit/backends'
import { filesIn, type Leftover, metricsOf } from '@sluice/testkit/leftovers'
import { type Eavesdropper, eavesdrop, inStore, onBus } from '@sluice/testkit/leftovers-in-backends'
import { ageWebhooks } from '../age-webhooks.ts'
import {
  LOOPBACK,
  openMail,
  openOutside,
  openTraces,
  type SluiceTarget,
  type SluiceTier,
  TARGET_SETTINGS,
  tierOf,
  type Victim,
} from '../target.ts'
import type { ServiceName } from './service-process.ts'
import { type StartedCluster, startCluster } from './start-cluster.ts'

/** The cluster of processes needs something that is not there. */
class NoClusterError extends Error {
  override name = 'NoClusterError'
}

/**
 * Two gateways, two keys services, two dispatchers and one of each other service, on real backends, under a prefix of its
 * own.
 */
export async function openClusterTarget(tier: SluiceTier = 'shared'): Promise<SluiceTarget> {
  const backends = await startAll(BACKEND_KINDS)
  const { mail, settings: mailSettings } = await openMail()
  const { traces, settings: traceSettings } = await openTraces()
  const { proxy, settings: proxySettings } = await openOutside()
  const settings: Readonly<Record<string, string>> = {
    ...TARGET_SETTINGS,
    ...mailSettings,
    ...traceSettings,
    ...proxySettings,
    ...tierOf(tier).settings,
    ...addressSettings(backends.backends),
    CLUSTER_PREFIX: `e2e-${randomBytes(4).toString('hex')}-`,
  }
  const folder = await temporaryDirectory()
  const cluster = await startCluster({ settings, folder }).catch(async error => {
    await backends.stop()
    throw error
  })
  const ears = await eavesdrop(settings.REDIS_URL ?? '')
  const [first, second] = cluster.gateways
  if (!first || !second) throw new NoClusterError('A gateway of the cluster is missing.')
  const firstOf = (wanted: ServiceName): Victim => {
    const found = cluster.processes.find(({ service }) => service === wanted)
    if (!found) throw new NoClusterError(`The cluster has no process of ${wanted}.`)
    return found
  }
  return {
    urls: [first.url, second.url],
    ownerPassword: cluster.ownerPassword,
    base: tierOf(tier).base,
    receiver: LOOPBACK,
    mail,
    traces,
    proxy,
    gateway: first,
    data: firstOf('data'),
    keys: firstOf('keys'),
    apps: firstOf('graphql-apps'),
    dispatcher: firstOf('webhook-dispatcher'),
    agesBy: hours => ageCluster(cluster, settings, hours),
    async leftovers() {
      const sent: Leftover = { kind: 'traces', where: 'the collector', bytes: traces.bytes() }
      return [...(await leftoversOf(cluster, { folder, settings, ears })), sent]
    },
    async stop() {
      ears.stop()
      const isClean = await cluster.stop()
      await backends.stop()
      await mail.close()
      await traces.close()
      await proxy.close()
      return isClean
    },
  }
}

async function ageCluster({ dispatchers }: StartedCluster, settings: Traces['settings'], hours: number): Promise<void> {
  const { MONGODB_URI = '', CLUSTER_PREFIX = '' } = settings
  await Promise.all(dispatchers.map(({ terminate }) => terminate()))
  const store = await openMongoStore({ uri: MONGODB_URI, prefix: CLUSTER_PREFIX })
  await ageWebhooks(store, hours)
  await store.close()
  await Promise.all(dispatchers.map(({ start }) => start()))
}

type Traces = { folder: string; settings: Readonly<Record<string, string>>; ears: Eavesdropper }

async function leftoversOf({ processes }: StartedCluster, { folder, settings, ears }: Traces): Promise<Leftover[]> {
  const { MONGODB_URI = '', KAFKA_BROKERS = '', CLUSTER_PREFIX = '' } = settings
  const parts = await Promise.all([
    Array.fromAsync(inStore(MONGODB_URI, CLUSTER_PREFIX)),
    onBus(KAFKA_BROKERS, CLUSTER_PREFIX),
    ears.heard(),
    Array.fromAsync(filesIn(folder, path => (path.endsWith('.log') ? 'logs' : 'spool'))),
    Promise.all(processes.map(({ adminUrl }) => metricsOf(adminUrl))),
  ])
  return parts.flat()
}
