import { startCluster as startProcesses } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, startOwnBackend } from '@sluice/testkit/backends'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { manage } from './managed-process.ts'

/** Two gateways, two dispatchers, one of each other service, on backends of their own. */
export async function startCluster({ allowCidrs }: ClusterOptions): Promise<Cluster> {
  const backends = await Promise.all(BACKEND_KINDS.map(startOwnBackend))
  const settings = { ...addressSettings(backends), WEBHOOK_ALLOW_CIDRS: allowCidrs }
  const cluster = await startProcesses({ settings, folder: await temporaryDirectory() })
  const managed = (running: (typeof cluster.processes)[number]) =>
    manage({ name: running.label, role: running.service, running, folder: running.folder })
  const processes = cluster.processes.map(managed)
  return {
    kind: 'cluster',
    gateways: cluster.gateways.map(({ url }) => url),
    ownerPassword: cluster.ownerPassword,
    processes,
    backends,
    async addDispatcher() {
      const added = managed(await cluster.addDispatcher())
      processes.push(added)
      return added
    },
    async stop() {
      await Promise.allSettled(processes.map(process => process.kill()))
      await Promise.allSettled(backends.map(backend => backend.stop()))
    },
  }
}
