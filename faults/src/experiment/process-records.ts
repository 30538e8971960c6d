import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, ManagedProcess } from '../cluster/cluster.ts'
import { judgeProcesses } from '../oracle/judge-processes.ts'
import type { ProcessRecord } from '../oracle/observations.ts'

type Look = Awaited<ReturnType<ManagedProcess['look']>>

/** Longer than connections to the store stay open that nobody uses: reading the logs back has opened some. */
const BACK_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 4_000

/**
 * Looks at every process now; `record` looks again, and says what became of each: what has grown gets some time to come
 * back.
 */
export async function observeProcesses({ processes }: Cluster): Promise<{ record(): Promise<ProcessRecord[]> }> {
  const looks = processes.map(async one => [one.name, await one.look()] as const)
  const before = new Map<string, Look>(await Promise.all(looks))
  const lookAgain = () => Promise.all(processes.map(one => recordOf(one, before.get(one.name))))
  return {
    async record() {
      const deadline = performance.now() + BACK_WITHIN_MS
      let records = await lookAgain()
      while (!judgeProcesses({ processes: records }).holds && performance.now() < deadline) {
        await wait(LOOK_AGAIN_MS)
        records = await lookAgain()
      }
      return records
    },
  }
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
