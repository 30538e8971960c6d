import { randomBytes } from 'node:crypto'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, startAll } from '@sluice/testkit/backends'
import { LOOPBACK, TARGET_SETTINGS, type Target, type Victim } from '../target.ts'
import { startCluster } from './start-cluster.ts'

/** The cluster of processes needs something that is not there. */
class NoClusterError extends Error {
  override name = 'NoClusterError'
}

/** Two gateways, two dispatchers and one of each other service, on real backends, under a prefix of its own. */
export async function openClusterTarget(): Promise<Target> {
  const backends = await startAll(BACKEND_KINDS)
  const settings = {
    ...TARGET_SETTINGS,
    ...addressSettings(backends.backends),
    CLUSTER_PREFIX: `e2e-${randomBytes(4).toString('hex')}-`,
  }
  const cluster = await startCluster({ settings, folder: await temporaryDirectory() }).catch(async error => {
    await backends.stop()
    throw error
  })
  const [first, second] = cluster.gateways
  const gateway: Victim | undefined = first
  const dispatcher: Victim | undefined = cluster.dispatchers[0]
  if (!first || !second || !gateway || !dispatcher) throw new NoClusterError('A process of the cluster is missing.')
  return {
    urls: [first.url, second.url],
    ownerPassword: cluster.ownerPassword,
    receiver: LOOPBACK,
    gateway,
    dispatcher,
    async stop() {
      const isClean = await cluster.stop()
      await backends.stop()
      return isClean
    },
  }
}
