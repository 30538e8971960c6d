import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { type Cluster, type ClusterOptions, NotInThisClusterError } from './cluster.ts'
import { startManagedProcess } from './managed-process.ts'

const MAIN = fileURLToPath(new URL('../../../services/standalone/bin/standalone.js', import.meta.url))

/** Sluice in one process: a kill takes gateway, dispatcher and store at once. */
export async function startStandalone({ allowCidrs }: ClusterOptions): Promise<Cluster> {
  const ownerPassword = randomBytes(12).toString('base64url')
  const [port = 0] = await findFreePorts(1)
  const settings = {
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD: ownerPassword,
    WEBHOOK_ALLOW_CIDRS: allowCidrs,
  }
  const args = ['--max-semi-space-size=8', MAIN]
  const ready = /Sluice is ready at/
  const sluice = await startManagedProcess({ name: 'standalone', role: 'standalone', args, settings, ready })
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
