import { randomBytes } from 'node:crypto'
import { commandOf } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts, startLocalProcess } from '@sluice/testkit/backends'
import { type Cluster, type ClusterOptions, NotInThisClusterError } from './cluster.ts'
import { manage } from './managed-process.ts'

/** Sluice in one process: a kill takes gateway, dispatcher and store at once. */
export async function startStandalone({ allowCidrs }: ClusterOptions): Promise<Cluster> {
  const ownerPassword = randomBytes(12).toString('base64url')
  const [port = 0] = await findFreePorts(1)
  const env = {
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD: ownerPassword,
    WEBHOOK_ALLOW_CIDRS: allowCidrs,
  }
  const [command = '', ...args] = commandOf('standalone')
  const folder = await temporaryDirectory()
  const ready = /Sluice is ready at/
  const running = await startLocalProcess({ command, args, folder, env, ready, readyWithinMs: 60_000 })
  const sluice = manage({ name: 'standalone', role: 'standalone', running, folder })
  return {
    kind: 'standalone',
    gateways: [`http://127.0.0.1:${port}`],
    ownerPassword,
    processes: [sluice],
    backends: [],
    addDispatcher: () => Promise.reject(new NotInThisClusterError('A standalone Sluice has one dispatcher by design.')),
    stop: () => sluice.kill(),
  }
}
