import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@sluice/testkit'
import {
  ADDRESS_VARIABLES,
  BACKEND_KINDS,
  type Backend,
  findFreePorts,
  startOwnBackend,
} from '@sluice/testkit/backends'
import type { Cluster, ClusterOptions, ManagedProcess } from './cluster.ts'
import { startManagedProcess } from './managed-process.ts'

const START = fileURLToPath(new URL('../../../packages/cluster/bin/start-service.js', import.meta.url))
const mainOf = (service: string) => fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url))

type Service = 'gateway' | 'webhook-dispatcher' | 'data' | 'graphql-apps' | 'keys'
const SERVICES = ['data', 'graphql-apps', 'keys', 'webhook-dispatcher'] as const

/** Two gateways, two dispatchers, one of each other service, on backends of their own. */
export async function startCluster({ allowCidrs }: ClusterOptions): Promise<Cluster> {
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const ownerPassword = randomBytes(12).toString('base64url')
  const settings = {
    ...Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address])),
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
    SLUICE_ADMIN_PASSWORD: ownerPassword,
    WEBHOOK_ALLOW_CIDRS: allowCidrs,
    LOG_LEVEL: 'info',
    ADMIN_PORT: '0',
  }
  const processes: ManagedProcess[] = []
  const start = async (role: Service, port: number, extra: Readonly<Record<string, string>> = {}) => {
    const number = processes.filter(other => other.role === role).length + 1
    const options = { role, name: `${role}-${number}`, args: ['--max-semi-space-size=8', START, mainOf(role)] }
    const own = { ...settings, PORT: String(port), ...extra }
    const managed = await startManagedProcess({ ...options, settings: own, ready: /"service\.ready"/ })
    processes.push(managed)
    return managed
  }
  const ports = await findFreePorts(6)
  const [first = 0, second = 0] = ports.slice(SERVICES.length)
  const upstreams = upstreamsAt(ports)
  for (const [index, service] of SERVICES.entries()) await start(service, ports[index] ?? 0)
  await start('webhook-dispatcher', 0)
  for (const port of [first, second]) {
    await start('gateway', port, { ...upstreams, SPOOL_DIR: await temporaryDirectory() })
  }
  return {
    kind: 'cluster',
    gateways: [first, second].map(port => `http://127.0.0.1:${port}`),
    ownerPassword,
    processes,
    backends,
    addDispatcher: () => start('webhook-dispatcher', 0),
    stop: () => stopAll(processes, backends),
  }
}

function upstreamsAt(ports: readonly number[]): Record<string, string> {
  const names = ['UPSTREAM_DATA', 'UPSTREAM_GRAPHQL_APPS', 'UPSTREAM_KEYS', 'UPSTREAM_WEBHOOKS']
  return Object.fromEntries(names.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`]))
}

async function stopAll(processes: readonly ManagedProcess[], backends: readonly Backend[]): Promise<void> {
  await Promise.allSettled(processes.map(managed => managed.kill()))
  await Promise.allSettled(backends.map(backend => backend.stop()))
}
