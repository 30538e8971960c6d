import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startService } from '@sluice/e2e'
import { openMongoStore } from '@sluice/store/mongodb'
import { ADDRESS_VARIABLES, BACKEND_KINDS, findFreePorts, startOwnBackend } from '@sluice/testkit/backends'
import { pin } from '../cluster/processes.ts'
import { PROFILED } from '../cpu/record-profile.ts'
import { readGauge } from '../read-gauge.ts'
import type { CandidatePlace, Sluice } from './candidates.ts'
import { furnish } from './furnish.ts'

const LABEL = 'sluice-on-kafka'
const PREFIX = 'bench-'
const LOOK_EVERY_MS = 250

/** The gateway as it runs in a cluster, on backends of its own. */
export async function startSluiceOnKafka({ folder, service, cores, key }: CandidatePlace): Promise<Sluice> {
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const addresses = Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address]))
  const stopBackends = () => Promise.all(backends.map(backend => backend.stop()))
  try {
    const store = await openMongoStore({ uri: addresses.MONGODB_URI ?? '', prefix: PREFIX })
    await furnish(store, { key, wantsEvents: true })
    await store.close()
    const [port = 0, adminPort = 0] = await findFreePorts(2)
    const settings = { ...addresses, ...settingsOf(service), SPOOL_DIR: join(folder, LABEL, 'spool') }
    const place = { label: LABEL, service: 'gateway', ports: { port, adminPort }, settings, folder } as const
    const { url, adminUrl, pid, terminate } = await startService(place)
    pin(pid(), cores)
    const end = () => terminate().then(stopBackends)
    return { url, adminUrl, pid, authorization: `Bearer ${key}`, settled: () => untilShipped(adminUrl), end }
  } catch (error) {
    await stopBackends()
    throw error
  }
}

/** A broker on one core falls behind large events; they would fill the spool. */
async function untilShipped(adminUrl: string): Promise<void> {
  while ((await readGauge(adminUrl, 'sluice_spool_bytes')) > 0) await wait(LOOK_EVERY_MS)
}

const settingsOf = (service: string) => ({
  CLUSTER_PREFIX: PREFIX,
  INTERNAL_SECRETS: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'info',
  NODE_OPTIONS: PROFILED,
  UPSTREAM_DATA: service,
  UPSTREAM_GRAPHQL_APPS: service,
  UPSTREAM_KEYS: service,
  UPSTREAM_WEBHOOKS: service,
})
