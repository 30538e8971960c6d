import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, ManagedProcess } from '../cluster/cluster.ts'
import { judgeProcesses } from '../oracle/judges/judge-processes.ts'
import type { ProcessRecord } from '../oracle/observations.ts'

type ProcessLook = Awaited<ReturnType<ManagedProcess['look']>>

/** Longer than connections to the store stay open that nobody uses: reading the logs back has opened some. */
const BACK_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 4_000

export type ProcessWatch = {
  /** Looks while nothing is under way and no log has been read back: resident memory is judged by this look. */
  lookAtRest(): Promise<void>
  /** Looks once more, and says what became of each process. */
  record(): Promise<ProcessRecord[]>
}

/**
 * Looks at every process now, and twice more when it is asked to: what has grown gets some time to come back. Reading tens
 * of thousands of log entries back leaves up to 45 MB in the C library's heap of a dispatcher, which no fault has done.
 */
export async function observeProcesses({ processes }: Cluster): Promise<ProcessWatch> {
  const lookAtAll = async () => {
    const looks = processes.map(async one => [one.name, await one.look()] as const)
    return new Map<string, ProcessLook>(await Promise.all(looks))
  }
  const before = await lookAtAll()
  let atRest = new Map<string, ProcessLook>()
  const recordAll = () =>
    Promise.all(processes.map(one => recordOf(one, { before: before.get(one.name), atRest: atRest.get(one.name) })))
  return {
    lookAtRest: () =>
      untilBack(async () => {
        atRest = await lookAtAll()
        return recordAll()
      }).then(() => undefined),
    record: () => untilBack(recordAll),
  }
}

async function untilBack(look: () => Promise<ProcessRecord[]>): Promise<ProcessRecord[]> {
  const deadline = performance.now() + BACK_WITHIN_MS
  let records = await look()
  while (!judgeProcesses({ processes: records }).holds && performance.now() < deadline) {
    await wait(LOOK_AGAIN_MS)
    records = await look()
  }
  return records
}

type EarlierLooks = { before: ProcessLook; atRest: ProcessLook }

async function recordOf(managed: ManagedProcess, { before, atRest }: EarlierLooks): Promise<ProcessRecord> {
  const after = await managed.look()
  const isSame = before !== undefined && before.pid === after?.pid && before.pid === atRest?.pid
  return {
    name: managed.name,
    complaints: await managed.complaints(),
    diedAlone: managed.diedAlone(),
    resources: isSame
      ? { before: before.resources, after: { ...after.resources, residentBytes: atRest.resources.residentBytes } }
      : undefined,
  }
}
