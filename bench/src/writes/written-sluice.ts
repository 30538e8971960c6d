import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, ownerClient, startSluice } from '@sluice/e2e'
import { groupsOf, LOAD, type ProcessGroup } from '../capacity/groups.ts'
import { openClusterWorld } from '../cluster/open-cluster-world.ts'
import { cpuMicros, type MeasuredProcess } from '../cpu/measured-process.ts'
import { PROFILED } from '../cpu/record-profile.ts'

/** A Sluice that is written to: where, and by whom. */
export type WrittenSluice = {
  urls: readonly string[]
  authorization: string
  owner: HttpClient
  processes: readonly MeasuredProcess[]
  /** Its processes by what they do, and its backends. */
  groups: readonly ProcessGroup[]
  stop(): Promise<void>
}

/** Ten processes with backends of their own, written to with a key by both gateways. */
export async function openWrittenCluster(): Promise<WrittenSluice> {
  const world = await openClusterWorld({ NODE_OPTIONS: PROFILED })
  const { key } = await world.issue()
  return {
    urls: world.cluster.gateways.map(({ url }) => url),
    authorization: `Bearer ${key}`,
    owner: world.owner,
    processes: world.cluster.processes.map(({ label, pid }) => ({ label, pid: pid() })),
    groups: (await groupsOf(world)).filter(({ name }) => name !== LOAD),
    stop: () => world.stop(),
  }
}

/** One process, whose store and bus are inside, written to with the owner's password. */
export async function openWrittenProcess(): Promise<WrittenSluice> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const ownerPassword = randomBytes(16).toString('hex')
  const sluice = await startSluice({
    DATA_DIR: folder,
    SLUICE_ADMIN_PASSWORD: ownerPassword,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    NODE_OPTIONS: PROFILED,
  })
  const name = 'one process'
  return {
    urls: [sluice.url],
    authorization: `Basic ${btoa(`admin:${ownerPassword}`)}`,
    owner: ownerClient({ url: sluice.url, ownerPassword }),
    processes: [{ label: name, pid: sluice.pid }],
    groups: [{ name, usedMs: async () => (await cpuMicros(sluice.pid)) / 1_000 }],
    async stop() {
      await sluice.interrupt()
      await rm(folder, { recursive: true })
    },
  }
}
