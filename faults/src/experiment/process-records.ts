import type { Cluster, ManagedProcess } from '../cluster/cluster.ts'
import type { ProcessRecord } from '../oracle/observations.ts'

type Look = Awaited<ReturnType<ManagedProcess['look']>>

/** Looks at every process now; `record` looks again, and says what became of each. */
export async function observeProcesses(cluster: Cluster): Promise<{ record(): Promise<ProcessRecord[]> }> {
  const before = new Map<string, Look>()
  for (const one of cluster.processes) before.set(one.name, await one.look())
  return { record: () => Promise.all(cluster.processes.map(one => recordOf(one, before.get(one.name)))) }
}

async function recordOf(managed: ManagedProcess, before: Look): Promise<ProcessRecord> {
  const after = await managed.look()
  const isSame = before !== undefined && after !== undefined && before.pid === after.pid
  return {
    name: managed.name,
    complaints: await managed.complaints(),
    diedAlone: managed.diedAlone(),
    resources: isSame ? { before: before.resources, after: after.resources } : undefined,
  }
}
