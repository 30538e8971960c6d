import { setTimeout as wait } from 'node:timers/promises'
import type { ManagedProcess } from '../cluster/cluster.ts'
import type { MemoryPeak } from '../oracle/judges/judge-memory.ts'

const LOOK_EVERY_MS = 100

/** Looks ten times a second how much memory each process has. */
export function watchMemory(processes: readonly ManagedProcess[]) {
  const ended = new AbortController()
  const watches = processes.map(one => watch(one, ended.signal))
  return {
    /** @returns the most that was seen of each */
    async stop(): Promise<MemoryPeak[]> {
      ended.abort()
      return Promise.all(watches)
    },
  }
}

async function watch(managed: ManagedProcess, signal: AbortSignal): Promise<MemoryPeak> {
  const peak = { name: managed.name, bytes: 0 }
  while (!signal.aborted) {
    peak.bytes = Math.max(peak.bytes, (await managed.memoryBytes()) ?? 0)
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return peak
}
