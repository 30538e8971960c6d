import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePorts } from '@sluice/testkit/backends'
import { type ServiceName, type ServiceProcess, startService } from './service-process.ts'

export type StartClusterOptions = {
  /** `MONGODB_URI`, `KAFKA_BROKERS`, `REDIS_URL`, and whatever every process is to be told beside what is set here. */
  settings: Readonly<Record<string, string>>
  /** What one process is to be told otherwise. */
  settingsOf?: (label: string) => Promise<Readonly<Record<string, string>>>
  /** For logs and spools; it is not removed. */
  folder: string
}

export type StartedCluster = {
  gateways: readonly ServiceProcess[]
  /** The dispatchers that the cluster was started with. */
  dispatchers: readonly ServiceProcess[]
  /** Every process: gateways last, as they were started; then those that were added. */
  processes: readonly ServiceProcess[]
  /** The first owner's; of no use where the database has an owner already. */
  ownerPassword: string
  /** One more process of a service, beside the others. */
  add(service: Exclude<ServiceName, 'gateway'>): Promise<ServiceProcess>
  /** Gateways first, so that their events are shipped; then the others. @returns whether each ended as it should */
  stop(): Promise<boolean>
}

type ClusterProcess = { label: string; service: ServiceName; port: number; adminPort: number }

const MEMBERS = [
  ['data', 'data'],
  ['graphql-apps', 'graphql-apps'],
  ['keys-1', 'keys'],
  ['keys-2', 'keys'],
  ['mcp-1', 'mcp'],
  ['mcp-2', 'mcp'],
  ['webhook-dispatcher-1', 'webhook-dispatcher'],
  ['webhook-dispatcher-2', 'webhook-dispatcher'],
  ['gateway-1', 'gateway'],
  ['gateway-2', 'gateway'],
] as const

/** The number of processes of a cluster to which nothing is added. */
export const CLUSTER_SIZE = MEMBERS.length

/**
 * A cluster on this machine: two gateways, two keys services, two MCP services, two dispatchers, one of each other service, each a process
 * of its own. Resolves when all are ready; where one does not get ready, the others are ended.
 */
export async function startCluster({ settings, settingsOf, folder }: StartClusterOptions): Promise<StartedCluster> {
  const ownerPassword = settings.SLUICE_ADMIN_PASSWORD || randomBytes(18).toString('base64url')
  const members = await placeMembers()
  const all = {
    LOG_LEVEL: 'debug',
    INTERNAL_SECRETS: newSecret(),
    PUBLIC_URL: urlOf(members, 'gateway-1'),
    ...settings,
    SLUICE_ADMIN_PASSWORD: ownerPassword,
  }
  const start = async ({ label, service, ...ports }: ClusterProcess) => {
    const own = { ...addressesFor(members, { label, service, folder }), ...(await settingsOf?.(label)) }
    return startService({ label, service, ports, folder, settings: { ...all, ...own } })
  }
  const processes = await startTogether(members.map(start))
  const ofService = (wanted: ServiceName) => processes.filter(({ service }) => service === wanted)
  const counts = new Map<ServiceName, number>()
  return {
    gateways: ofService('gateway'),
    dispatchers: ofService('webhook-dispatcher'),
    processes,
    ownerPassword,
    async add(service) {
      const number = (counts.get(service) ?? ofService(service).length) + 1
      counts.set(service, number)
      const [port = 0, adminPort = 0] = await findFreePorts(2)
      const added = await start({ label: `${service}-${number}`, service, port, adminPort })
      processes.push(added)
      return added
    },
    stop: () => stopAll(processes),
  }
}

/** @throws what the first of them was refused for; the others are ended then */
async function startTogether(starts: readonly Promise<ServiceProcess>[]): Promise<ServiceProcess[]> {
  const outcomes = await Promise.allSettled(starts)
  const processes = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failure = outcomes.find(outcome => outcome.status === 'rejected')
  if (!failure) return processes
  await stopAll(processes)
  throw failure.reason
}

const newSecret = () => randomBytes(32).toString('hex')

async function placeMembers(): Promise<ClusterProcess[]> {
  const ports = await findFreePorts(2 * MEMBERS.length)
  return MEMBERS.map(([label, service], index) => {
    const [port = 0, adminPort = 0] = ports.slice(2 * index)
    return { label, service, port, adminPort }
  })
}

const urlOf = (members: readonly ClusterProcess[], wanted: string) =>
  `http://127.0.0.1:${members.find(({ label }) => label === wanted)?.port}`

type PlacedProcess = Pick<ClusterProcess, 'label' | 'service'> & { folder: string }

function addressesFor(members: readonly ClusterProcess[], { label, service, folder }: PlacedProcess) {
  if (service === 'gateway') return gatewaySettings(members, label, folder)
  const addresses: Record<string, string> = {}
  if (service === 'mcp') addresses.GATEWAY_URL = urlOf(members, label.replace('mcp', 'gateway'))
  return addresses
}

/** Each gateway asks a keys service and a dispatcher of its own, as a load balancer would have it. */
function gatewaySettings(members: readonly ClusterProcess[], label: string, folder: string): Record<string, string> {
  return {
    SPOOL_DIR: join(folder, label, 'spool'),
    UPSTREAM_DATA: urlOf(members, 'data'),
    UPSTREAM_GRAPHQL_APPS: urlOf(members, 'graphql-apps'),
    UPSTREAM_KEYS: urlOf(members, label.replace('gateway', 'keys')),
    UPSTREAM_WEBHOOKS: urlOf(members, label.replace('gateway', 'webhook-dispatcher')),
    // Its tools go in by the other gateway.
    UPSTREAM_MCP: urlOf(members, label === 'gateway-1' ? 'mcp-2' : 'mcp-1'),
  }
}

async function stopAll(processes: readonly ServiceProcess[]): Promise<boolean> {
  const end = async (some: readonly ServiceProcess[]) => {
    const codes = await Promise.all(some.map(({ terminate }) => terminate()))
    return codes.every(code => code === 0)
  }
  const areGatewaysClean = await end(processes.filter(({ service }) => service === 'gateway'))
  return (await end(processes.filter(({ service }) => service !== 'gateway'))) && areGatewaysClean
}
