import { startCluster as startProcesses } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, startOwnBackend } from '@sluice/testkit/backends'
import type { Cluster, ClusterOptions, SpoolPlace } from './cluster.ts'
import { manage, OBSERVED } from './managed-process.ts'
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts'
import { createSpoolDisk } from './spool-disk.ts'
import { startStoreProxy } from './store-proxy.ts'

/** Two gateways, two keys services, two dispatchers, one of each other service, on backends of their own. */
export async function startCluster({ allowCidrs, settings, ...options }: ClusterOptions): Promise<Cluster> {
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const addresses = addressSettings(backends)
  const storeProxy = options.hasStoreProxy ? await startStoreProxy(addresses.MONGODB_URI ?? '') : undefined
  const store: Record<string, string> = storeProxy ? { MONGODB_URI: storeProxy.url } : {}
  const spools = new Map<string, SpoolPlace>()
  const redisProxies = new Map<string, RedisProxy>()
  const cluster = await startProcesses({
    settings: {
      LOG_LEVEL: 'info',
      ...addresses,
      ...store,
      WEBHOOK_ALLOW_CIDRS: allowCidrs,
      NODE_OPTIONS: OBSERVED,
      ...settings,
    },
    async settingsOf(label): Promise<Record<string, string>> {
      const proxy = await startRedisProxy(addresses.REDIS_URL ?? '')
      redisProxies.set(label, proxy)
      if (!label.startsWith('gateway')) return { REDIS_URL: proxy.url }
      const spool = await placeSpool(options.spoolDiskBytes)
      spools.set(label, spool)
      return { REDIS_URL: proxy.url, SPOOL_DIR: spool.folder }
    },
    folder: await temporaryDirectory(),
  })
  const managed = (running: (typeof cluster.processes)[number]) => {
    const { label: name, service: role, folder, adminUrl } = running
    return manage({ name, role, running, folder, adminUrl })
  }
  const processes = cluster.processes.map(managed)
  return {
    kind: 'cluster',
    gateways: cluster.gateways.map(({ url }) => url),
    ownerPassword: cluster.ownerPassword,
    processes,
    backends,
    redisProxies,
    storeProxy,
    spools,
    async addDispatcher() {
      const added = managed(await cluster.addDispatcher())
      processes.push(added)
      return added
    },
    async stop() {
      await Promise.allSettled(processes.map(process => process.kill()))
      for (const proxy of redisProxies.values()) proxy.close()
      storeProxy?.close()
      await Promise.allSettled([...spools.values()].map(async ({ disk }) => disk?.remove()))
      await Promise.allSettled(backends.map(backend => backend.stop()))
    },
  }
}

async function placeSpool(diskBytes: number | undefined): Promise<SpoolPlace> {
  const folder = await temporaryDirectory()
  return { folder, disk: diskBytes === undefined ? undefined : await createSpoolDisk(folder, diskBytes) }
}
