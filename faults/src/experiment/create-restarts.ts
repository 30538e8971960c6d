import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import type { ManagedProcess } from '../cluster/cluster.ts'
import type { Restart } from '../oracle/judges/judge-restarts.ts'

type EndingKind = 'killed' | 'stopped'
/** Write down that it was away since then. */
type RestartNotes = Readonly<Record<'noteKilled' | 'noteStopped', (victim: ManagedProcess, from: number) => void>>

/** `late`: where it does not serve yet, its start, which goes on. */
type StartedAnew = { restart: Omit<Restart, 'without'>; late: Promise<void> | undefined }

/** Longer than the bar, so that what is too late can be told from what does not come. */
const SERVES_WITHIN_MS = 12_000
const REASON = /ended \(\w+\)[^.]*|did not get ready[^.]*/

/** Ends processes and starts them again while something else is gone. */
export function createRestarts({ noteKilled, noteStopped }: RestartNotes) {
  const absent: { victim: ManagedProcess; late: Promise<void>; noted(): void }[] = []
  return {
    async startAnew(victim: ManagedProcess, how: EndingKind): Promise<StartedAnew['restart']> {
      const from = Date.now()
      const noted = () => (how === 'killed' ? noteKilled(victim, from) : noteStopped(victim, from))
      const { restart, late } = await startAnew(victim, how)
      // Nobody waits for it before `bringBack`.
      late?.catch(() => undefined)
      if (late) absent.push({ victim, late, noted })
      else noted()
      return restart
    },
    async bringBack(): Promise<void> {
      for (const { victim, late, noted } of absent.splice(0)) {
        await late.catch(() => victim.restart())
        noted()
      }
    },
  }
}

/** Ends a process, by SIGKILL or by SIGTERM, and starts it again; over when it serves, or does not in 12 s. */
async function startAnew(victim: ManagedProcess, how: EndingKind): Promise<StartedAnew> {
  const { name } = victim
  const end = how === 'stopped' ? await stop(victim) : await killed(victim)
  const startedAt = performance.now()
  const starting = victim.restart()
  const outcome = await Promise.race([
    starting.then(() => 'started' as const, reasonOf),
    wait(SERVES_WITHIN_MS, `it was not ready after ${SERVES_WITHIN_MS} ms`),
  ])
  const isServing = async () => (await victim.figure('sluice_ready')) === 1
  const serves =
    outcome === 'started' && (await eventually(isServing, { timeoutMs: SERVES_WITHIN_MS }).catch(() => false))
  if (serves) return { restart: { name, end, readyAfterMs: performance.now() - startedAt }, late: undefined }
  const failure = outcome === 'started' ? `it was unready after ${SERVES_WITHIN_MS} ms` : outcome
  return { restart: { name, end, readyAfterMs: undefined, failure }, late: starting }
}

async function killed(victim: ManagedProcess): Promise<undefined> {
  await victim.kill()
}

async function stop(victim: ManagedProcess): Promise<NonNullable<Restart['end']>> {
  const askedAt = performance.now()
  const code = await victim.leave()
  return { code, ms: performance.now() - askedAt }
}

const reasonOf = (failure: unknown): string => REASON.exec(String(failure))?.[0] ?? 'it ended before it was ready'
