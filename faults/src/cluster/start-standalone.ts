import { randomBytes } from 'node:crypto'
import { commandOf } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts, startLocalProcess } from '@sluice/testkit/backends'
import { type Cluster, NotInThisClusterError, type RigOptions } from './cluster.ts'
import { manage, OBSERVED } from './managed-process.ts'

/** Sluice in one process: a kill takes gateway, dispatcher and store at once. */
export async function startStandalone({ allowCidrs, settings }: RigOptions): Promise<Cluster> {
  const ownerPassword = randomBytes(12).toString('base64url')
  const [port = 0, adminPort = 0] = await findFreePorts(2)
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'warn',
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD: ownerPassword,
    WEBHOOK_ALLOW_CIDRS: allowCidrs,
    NODE_OPTIONS: OBSERVED,
    ...settings,
  }
  const [command = '', ...args] = commandOf('standalone')
  const folder = await temporaryDirectory()
  const ready = /Sluice is ready at/
  const running = await startLocalProcess({ command, args, folder, env, ready, readyWithinMs: 60_000 })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const sluice = manage({ name: 'standalone', role: 'standalone', running, folder, adminUrl })
  return {
    kind: 'standalone',
    gateways: [`http://127.0.0.1:${port}`],
    ownerPassword,
    processes: [sluice],
    backends: [],
    redisProxies: new Map(),
    brokerWays: new Map(),
    storeProxy: undefined,
    spools: new Map(),
    addDispatcher: () => Promise.reject(new NotInThisClusterError('A standalone Sluice has one dispatcher by design.')),
    stop: () => sluice.kill(),
  }
}
