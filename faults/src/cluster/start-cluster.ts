import { CLUSTER_SIZE, type StartedCluster as Processes, startCluster as startProcesses } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings } from '@sluice/testkit/backends'
import type { Cluster, RigOptions, SpoolPlace } from './cluster.ts'
import { manage, OBSERVED } from './managed-process.ts'
import { createSpoolDisk } from './spool-disk.ts'
import { type RigBackends, startBackends } from './start-backends.ts'
import { startBalancer } from './ways/balancer.ts'
import { type RedisProxy, startRedisProxy } from './ways/redis-proxy.ts'
import { startStoreProxy } from './ways/store-proxy.ts'

/** Services, and where a gateway is told of them. */
const UPSTREAMS = {
  data: 'UPSTREAM_DATA',
  'graphql-apps': 'UPSTREAM_GRAPHQL_APPS',
  keys: 'UPSTREAM_KEYS',
  'webhook-dispatcher': 'UPSTREAM_WEBHOOKS',
}

/** Two gateways, two keys services, two MCP services, two dispatchers, one of each other service, on backends of their own. */
export async function startCluster(options: RigOptions): Promise<Cluster> {
  const ground = await startBackends(options.hasBrokerWays ? CLUSTER_SIZE : 0)
  try {
    return await startOn(ground, options)
  } catch (error) {
    await ground.stop()
    throw error
  }
}

async function startOn(ground: RigBackends, { allowCidrs, settings, ...options }: RigOptions): Promise<Cluster> {
  const { backends, brokerWays } = ground
  const addresses = addressSettings(backends)
  const storeProxy = options.hasStoreProxy ? await startStoreProxy(addresses.MONGODB_URI ?? '') : undefined
  const store: Record<string, string> = storeProxy ? { MONGODB_URI: storeProxy.url } : {}
  const balancers = options.hasBalancers ? await startBalancers() : undefined
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
      const ways = { REDIS_URL: proxy.url, ...ground.giveBrokerWay(label) }
      if (!label.startsWith('gateway')) return ways
      const spool = await placeSpool(options.spoolDiskBytes)
      spools.set(label, spool)
      return { ...ways, SPOOL_DIR: spool.folder, ...balancers?.upstreams }
    },
    folder: await temporaryDirectory(),
  })
  const managed = (running: (typeof cluster.processes)[number]) => {
    const { label: name, service: role, folder, adminUrl } = running
    return manage({ name, role, running, folder, adminUrl })
  }
  await balancers?.follow(cluster)
  const processes = cluster.processes.map(managed)
  return {
    kind: 'cluster',
    gateways: balancers ? [balancers.edge] : cluster.gateways.map(({ url }) => url),
    ownerPassword: cluster.ownerPassword,
    processes,
    backends,
    redisProxies,
    brokerWays,
    storeProxy,
    spools,
    async addDispatcher() {
      const added = managed(await cluster.add('webhook-dispatcher'))
      processes.push(added)
      return added
    },
    async stop() {
      await Promise.allSettled(processes.map(process => process.kill()))
      for (const proxy of redisProxies.values()) proxy.close()
      storeProxy?.close()
      balancers?.close()
      await Promise.allSettled([...spools.values()].map(async ({ disk }) => disk?.remove()))
      await ground.stop()
    },
  }
}

/** In front of the gateways, and of each service. */
async function startBalancers() {
  const edge = await startBalancer()
  const ofServices = await Promise.all(
    Object.entries(UPSTREAMS).map(async ([service, setting]) => ({
      service,
      setting,
      balancer: await startBalancer(),
    })),
  )
  return {
    edge: edge.url,
    upstreams: Object.fromEntries(ofServices.map(({ setting, balancer }) => [setting, balancer.url])),
    /** Adds a second one of each service that has one. */
    async follow(cluster: Processes): Promise<void> {
      await Promise.all([cluster.add('data'), cluster.add('graphql-apps')])
      await edge.follow(cluster.gateways)
      for (const { service, balancer } of ofServices) {
        await balancer.follow(cluster.processes.filter(process => process.service === service))
      }
    },
    close() {
      for (const { close } of [edge, ...ofServices.map(({ balancer }) => balancer)]) close()
    },
  }
}

async function placeSpool(diskBytes: number | undefined): Promise<SpoolPlace> {
  const folder = await temporaryDirectory()
  return { folder, disk: diskBytes === undefined ? undefined : await createSpoolDisk(folder, diskBytes) }
}
