import { startCluster as startProcesses } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, startOwnBackend } from '@sluice/testkit/backends'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { manage, OBSERVED } from './managed-process.ts'
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts'

/** Two gateways, two dispatchers, one of each other service, on backends of their own. */
export async function startCluster({ allowCidrs, settings }: ClusterOptions): Promise<Cluster> {
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const addresses = addressSettings(backends)
  const redisProxies = new Map<string, RedisProxy>()
  const cluster = await startProcesses({
    settings: { ...addresses, WEBHOOK_ALLOW_CIDRS: allowCidrs, NODE_OPTIONS: OBSERVED, ...settings },
    async settingsOf(label) {
      const proxy = await startRedisProxy(addresses.REDIS_URL ?? '')
      redisProxies.set(label, proxy)
      return { REDIS_URL: proxy.url }
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
    async addDispatcher() {
      const added = managed(await cluster.addDispatcher())
      processes.push(added)
      return added
    },
    async stop() {
      await Promise.allSettled(processes.map(process => process.kill()))
      for (const proxy of redisProxies.values()) proxy.close()
      await Promise.allSettled(backends.map(backend => backend.stop()))
    },
  }
}
