import type { Logger } from '@sluice/service-kit'
import { afterAttempt, type Breaker, CLOSED, passage, probing, type TargetHealth } from '../domain/execution/breaker.ts'

type Options = { logger: Logger; opened(): void; now?: () => number; maxTargets?: number }

/** To be told, once, how the target was. */
type ReportHealth = (health: TargetHealth) => void

const MAX_TARGETS = 10_000

export type Breakers = ReturnType<typeof createBreakers>

/**
 * One breaker for each target (scheme, host, port) that has failed lately; all others are closed. Each process has its
 * own. Of more than 10,000 the one that was used least lately is forgotten.
 */
export function createBreakers({ logger, opened, now = () => performance.now(), maxTargets = MAX_TARGETS }: Options) {
  const breakers = new Map<string, Breaker>()
  const of = (target: string) => breakers.get(target) ?? CLOSED

  function put(target: string, breaker: Breaker): void {
    breakers.delete(target)
    if (breaker.kind === 'closed' && breaker.failures.length === 0) return
    breakers.set(target, breaker)
    const [oldest] = breakers.keys()
    if (breakers.size > maxTargets && oldest !== undefined) breakers.delete(oldest)
  }

  function report(target: string, health: TargetHealth, isProbe: boolean): void {
    const before = of(target)
    const after = afterAttempt(before, { health, isProbe }, now())
    put(target, after)
    if (before.kind === 'closed' && after.kind === 'open') {
      opened()
      logger.warn({ target }, 'target.unwell')
    }
    if (before.kind !== 'closed' && after.kind === 'closed') logger.info({ target }, 'target.well')
  }

  return {
    /** How many may be sent to the target now. */
    room(target: string): number {
      const open = passage(of(target), now())
      if (open === 'all') return Number.POSITIVE_INFINITY
      return open === 'one' ? 1 : 0
    },
    /** @returns undefined when nothing may be sent to the target now */
    enter(target: string): ReportHealth | undefined {
      const breaker = of(target)
      const open = passage(breaker, now())
      if (open === 'none') return undefined
      const isProbe = open === 'one'
      if (isProbe) put(target, probing(breaker))
      return health => report(target, health, isProbe)
    },
    /** Targets that are not sent to freely. */
    open: (): number => [...breakers.values()].filter(({ kind }) => kind !== 'closed').length,
  }
}
