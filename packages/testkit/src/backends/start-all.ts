import type { Backend, BackendKind } from './backend.ts'
import { ADDRESS_VARIABLES, startBackend } from './start.ts'

type BackendAbsence = { kind: BackendKind; reason: string }
type StartedBackends = { backends: Backend[]; absent: BackendAbsence[]; stop: () => Promise<void> }

/** Starts several at once; those that can't be had are named with the reason. */
export async function startAll(kinds: readonly BackendKind[]): Promise<StartedBackends> {
  const outcomes = await Promise.allSettled(kinds.map(startBackend))
  const backends = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const absent = outcomes.flatMap((outcome, index): BackendAbsence[] => {
    const kind = kinds[index]
    if (outcome.status === 'fulfilled' || kind === undefined) return []
    const reason = outcome.reason instanceof Error ? outcome.reason.message : String(outcome.reason)
    return [{ kind, reason }]
  })
  return {
    backends,
    absent,
    stop: async () => void (await Promise.allSettled(backends.map(backend => backend.stop()))),
  }
}

/** Returns the backends' addresses as settings of a process that uses them. */
export const addressSettings = (backends: readonly Backend[]): Record<string, string> =>
  Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address]))
