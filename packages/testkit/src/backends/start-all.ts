import type { Backend, BackendKind } from './backend.ts'
import { ADDRESS_VARIABLES, startBackend } from './start.ts'

type Absence = { kind: BackendKind; reason: string }
type Started = { backends: Backend[]; absent: Absence[]; stop: () => Promise<void> }

/** Starts several at once; those that can't be had are named with the reason. */
export async function startAll(kinds: readonly BackendKind[]): Promise<Started> {
  const outcomes = await Promise.allSettled(kinds.map(startBackend))
  const backends = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const absent = outcomes.flatMap((outcome, index): Absence[] => {
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

/** Where each is, as settings of a process that uses them. */
export const addressSettings = (backends: readonly Backend[]): Record<string, string> =>
  Object.fromEntries(backends.map(({ kind, address }) => [ADDRESS_VARIABLES[kind], address]))
