import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AMELIA,
  type HttpClient,
  keyClient,
  makeSmallWorld,
  ownerClient,
  type StartedCluster,
  startCluster,
  userClient,
} from '@sluice/e2e'
import { ADDRESS_VARIABLES, BACKEND_KINDS, type Backend, startOwnBackend } from '@sluice/testkit/backends'

type ClusterSettings = Readonly<Record<string, string>>

export type BenchKey = { _id: string; key: string }

/** A cluster of processes on backends of its own, with the small world of the end-to-end tests in it. */
export type ClusterWorld = {
  cluster: StartedCluster
  /** What every process of it was told. */
  settings: ClusterSettings
  folder: string
  redis: Backend
  broker: Backend
  database: Backend
  owner: HttpClient
  /** A client of the user who issues keys, through the first gateway. */
  amelia: HttpClient
  issue(): Promise<BenchKey>
  /** Speaks with a key through the first gateway, or the second. */
  through(index: 0 | 1, key: BenchKey): HttpClient
  stop(): Promise<void>
}

class IncompleteClusterError extends Error {
  override name = 'IncompleteClusterError'
}

/**
 * @param more what every process is told beside the usual
 * @param settingsOf what one process is told otherwise than all, by its label
 */
export async function openClusterWorld(
  more: ClusterSettings = {},
  settingsOf: (label: string, all: ClusterSettings) => Promise<ClusterSettings> = async () => ({}),
): Promise<ClusterWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const settings = {
    ...Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address])),
    CLUSTER_PREFIX: 'bench-',
    LOG_LEVEL: 'info',
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    ...more,
  }
  const stopBackends = () => Promise.all(backends.map(backend => backend.stop()))
  const ofOne = (label: string) => settingsOf(label, settings)
  const cluster = await startCluster({ settings, settingsOf: ofOne, folder }).catch(async error => {
    await stopBackends()
    throw error
  })
  return {
    ...(await furnish(cluster)),
    cluster,
    settings,
    folder,
    redis: backendOf(backends, 'redis'),
    broker: backendOf(backends, 'kafka'),
    database: backendOf(backends, 'mongodb'),
    async stop() {
      await cluster.stop()
      await stopBackends()
      await rm(folder, { recursive: true })
    },
  }
}

function backendOf(backends: readonly Backend[], kind: Backend['kind']): Backend {
  const found = backends.find(backend => backend.kind === kind)
  if (!found) throw new IncompleteClusterError(`There is no ${kind}.`)
  return found
}

async function furnish({ gateways, ownerPassword }: StartedCluster) {
  const [first, second] = gateways
  if (!first || !second) throw new IncompleteClusterError('There are not two gateways.')
  const urls = [first.url, second.url] as const
  await makeSmallWorld({ urls, ownerPassword })
  const owner = ownerClient({ url: first.url, ownerPassword })
  const readRoutes = {
    _id: 'read-routes',
    roles: ['flight-reader'],
    predicate: "path-prefix('/routes') and method('GET')",
  }
  await owner.json('POST', '/acl', readRoutes)
  const amelia = userClient(first.url, AMELIA)
  const keyBody = { name: 'bench', roles: ['flight-reader', 'route-writer'], expiresIn: 1 }
  return {
    owner,
    amelia,
    issue: () => amelia.json<BenchKey>('POST', '/keys', keyBody),
    through: (index: 0 | 1, { key }: BenchKey) => keyClient(urls[index], key),
  }
}
