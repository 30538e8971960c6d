import { createSparseLog, type Degradation, type Logger } from '@sluice/service-kit'

/** What a process works without, if it must: its effect while it is away, and what the operator may do about it. */
export type DependencyDescription = {
  name: 'kafka' | 'redis'
  /** What the operator calls it, with its address. */
  place: string
  /** What the process does without it. */
  effect: string
  /** The place to look at when it can't be reached. */
  advice: string
  /** The place to look at when it refuses the credentials. */
  credentials: string
}

export type Dependency = {
  /** `use` failed, for a reason without secrets. Uses fail and work on their own. */
  failed(use: string, reason: string): void
  /** Everything that is named here works. */
  worked(...uses: readonly string[]): void
  /** Undefined while all of its uses work. */
  degradation(): Degradation | undefined
}

type Options = { logger: Pick<Logger, 'error' | 'info'>; now?: () => number }
type Trouble = { since: number; error: string }

const LINE_EVERY_MS = 30_000
/** What Redis and the brokers say of a user or a password that they don't take. */
const REFUSED = /\b(WRONGPASS|NOAUTH|NOPERM)\b|authentication failed|authori[sz]ation failed|not authori[sz]ed/i

/**
 * Whether something works that the process can do without. `first` names the use by which it is tried at the start: until
 * that has worked, the dependency is away. It is logged when it goes away, every 30 s while it stays so, and when it is back.
 */
export function createDependency(
  { name, place, effect, advice, credentials }: DependencyDescription,
  first: string,
  { logger, now = Date.now }: Options,
): Dependency {
  const troubles = new Map<string, Trouble>([[first, { since: now(), error: `${place} has not answered yet.` }]])
  const tell = createSparseLog(fields => logger.error(fields, 'dependency.away'), { everyMs: LINE_EVERY_MS })
  let isTold = false

  return {
    failed(use, reason) {
      troubles.set(use, { since: troubles.get(use)?.since ?? now(), error: reason })
      tell({ dependency: name, reason, hint: REFUSED.test(reason) ? credentials : advice })
      isTold = true
    },
    worked(...uses) {
      if (troubles.size === 0) return
      const since = Math.min(...[...troubles.values()].map(trouble => trouble.since))
      for (const use of uses) troubles.delete(use)
      if (troubles.size > 0 || !isTold) return
      isTold = false
      logger.info({ dependency: name, awaySeconds: Math.round((now() - since) / 1000) }, 'dependency.back')
    },
    degradation() {
      const [longest] = [...troubles.values()].toSorted((a, b) => a.since - b.since)
      return longest && { dependency: name, effect, ...longest }
    },
  }
}
