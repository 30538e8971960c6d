import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKeySecret } from '@sluice/contracts'
import { startService } from '@sluice/e2e'
import { openMongoStore } from '@sluice/store/mongodb'
import { ADDRESS_VARIABLES, findFreePorts, startOwnBackend } from '@sluice/testkit/backends'
import { Pool } from 'undici'
import { pin } from './cluster/processes.ts'
import { PROFILED } from './cpu/record-profile.ts'
import { furnish } from './gateway/furnish.ts'
import type { HttpCandidate } from './http-candidate.ts'

export const STACK = 'gateway and data'

const CONNECTIONS = 16

type StackPlace = { uri: string; prefix: string; cores: string }

/** Gateway and data as they run in a cluster, for somebody with a key and fifty permissions; nobody wants events. */
export async function startStack({ uri, prefix, cores }: StackPlace): Promise<HttpCandidate> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const key = formatKeySecret(randomBytes(32))
  const store = await openMongoStore({ uri, prefix })
  await furnish(store, { key, wantsEvents: false })
  await store.close()
  const kafka = await startOwnBackend('kafka')
  const redis = await startOwnBackend('redis')
  const [dataPort = 0, dataAdmin = 0, port = 0, adminPort = 0] = await findFreePorts(4)
  const data = `http://127.0.0.1:${dataPort}`
  const settings = {
    [ADDRESS_VARIABLES.mongodb]: uri,
    [ADDRESS_VARIABLES.kafka]: kafka.address,
    [ADDRESS_VARIABLES.redis]: redis.address,
    CLUSTER_PREFIX: prefix,
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
    SLUICE_ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    UPSTREAM_DATA: data,
    UPSTREAM_GRAPHQL_APPS: data,
    UPSTREAM_KEYS: data,
    UPSTREAM_WEBHOOKS: data,
    SPOOL_DIR: join(folder, 'spool'),
    NODE_OPTIONS: PROFILED,
  }
  const start = (service: 'data' | 'gateway', ports: { port: number; adminPort: number }) =>
    startService({ label: service, service, ports, settings, folder })
  const processes = [
    await start('data', { port: dataPort, adminPort: dataAdmin }),
    await start('gateway', { port, adminPort }),
  ]
  for (const { pid } of processes) pin(pid(), cores)
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  return {
    name: STACK,
    pool,
    headers: () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }),
    processes: processes.map(({ label, pid }) => ({ label, pid: pid() })),
    async stop() {
      await pool.close()
      for (const { terminate } of processes) await terminate()
      await Promise.all([kafka.stop(), redis.stop()])
      await rm(folder, { recursive: true })
    },
  }
}
