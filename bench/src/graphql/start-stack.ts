import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKeySecret } from '@sluice/contracts'
import { type HttpClient, keyClient, startService } from '@sluice/e2e'
import { openMongoStore } from '@sluice/store/mongodb'
import { ADDRESS_VARIABLES, BACKEND_KINDS, findFreePorts, startOwnBackend } from '@sluice/testkit/backends'
import { Pool } from 'undici'
import { pin } from '../cluster/processes.ts'
import { cpuMicros } from '../cpu/measured-process.ts'
import { PROFILED } from '../cpu/record-profile.ts'
import { furnish } from '../gateway/furnish.ts'
import type { HttpCandidate } from '../http-candidate.ts'
import { customers, orders } from './world.ts'

const CONNECTIONS = 16
const NODES = 2

/** Two gateways, each with a `graphql-apps` of its own behind it, on a MongoDB with the orders of the world. */
export type Stack = HttpCandidate & {
  /** Speaks through the first gateway, or the second, as somebody who may also manage apps. */
  through: readonly HttpClient[]
  /** What the first `graphql-apps` alone has used so far. */
  appsCpuMicros(): Promise<number>
}

/** @param cores for gateways and apps; empty pins nothing */
export async function startGraphqlStack(cores: string): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const addresses = Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address]))
  const key = formatKeySecret(randomBytes(32))
  await furnishApps(addresses[ADDRESS_VARIABLES.mongodb] ?? '', key)
  const settings = {
    ...addresses,
    CLUSTER_PREFIX: PREFIX,
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
    SLUICE_ADMIN_PASSWORD: randomBytes(16).toString('hex'),
  }
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  for (let number = 1; number <= NODES; number += 1) nodes.push(await startNode({ number, settings, folder }))
  for (const { apps, gateway } of nodes) for (const { pid } of [apps, gateway]) pin(pid(), cores)
  const [first] = nodes
  const urls = nodes.map(({ gateway }) => gateway.url)
  const pool = new Pool(urls[0] ?? '', { connections: CONNECTIONS })
  const appsCpuMicros = () => cpuMicros(first?.apps.pid() ?? 0)
  return {
    name: 'gateway and apps',
    pool,
    through: urls.map(url => keyClient(url, key)),
    headers: () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }),
    appsCpuMicros,
    processes: [first?.apps, first?.gateway].flatMap(each => (each ? [{ label: each.service, pid: each.pid() }] : [])),
    async stop() {
      await pool.close()
      for (const { gateway } of nodes) await gateway.terminate()
      for (const { apps } of nodes) await apps.terminate()
      await Promise.all(backends.map(backend => backend.stop()))
      await rm(folder, { recursive: true })
    },
  }
}

const PREFIX = 'bench-'

async function furnishApps(uri: string, key: string): Promise<void> {
  const store = await openMongoStore({ uri, prefix: PREFIX })
  await furnish(store, { key, wantsEvents: false })
  const insert = (collection: string, documents: readonly object[]) =>
    store.collection({ db: 'sluice', collection }).insertMany(documents.map(document => ({ ...document })))
  await insert('orders', orders)
  await insert('customers', customers)
  // The author of an app has to be allowed what it shows.
  const places = ['graphql', 'gql-apps', 'orders', 'customers']
  const predicate = places.map(place => `path-prefix('/${place}')`).join(' or ')
  await insert('acl', [{ _id: 'apps', roles: ['reader'], predicate, priority: 0 }])
  await store.close()
}

type ApolloNode = { number: number; settings: Readonly<Record<string, string>>; folder: string }

async function startNode({ number, settings, folder }: ApolloNode) {
  const [appsPort = 0, appsAdmin = 0, port = 0, adminPort = 0] = await findFreePorts(4)
  const behind = `http://127.0.0.1:${appsPort}`
  const upstreams = {
    UPSTREAM_DATA: behind,
    UPSTREAM_GRAPHQL_APPS: behind,
    UPSTREAM_KEYS: behind,
    UPSTREAM_WEBHOOKS: behind,
    SPOOL_DIR: join(folder, `spool-${number}`),
    NODE_OPTIONS: PROFILED,
  }
  const start = (service: 'graphql-apps' | 'gateway', ports: { port: number; adminPort: number }) =>
    startService({ label: `${service}-${number}`, service, ports, settings: { ...settings, ...upstreams }, folder })
  const apps = await start('graphql-apps', { port: appsPort, adminPort: appsAdmin })
  return { apps, gateway: await start('gateway', { port, adminPort }) }
}
