import { share } from '@sluice/bounds'
import { createSparseLog, type Logger, meterOf, observing } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { hourOf } from '../../domain/execution/execution-id.ts'
import {
  admissionOf,
  type BudgetAdmission,
  isNearBudget,
  isNearRefusedShare,
} from '../../domain/execution/store-budget.ts'
import { collectionsOf } from '../collections.ts'
import { type StoreUsageCounters, storeUsage, type UsageChange, type UsagePart } from './store-usage.ts'
import { createUsageLedger } from './usage-ledger.ts'

type Options = { store: Store; db: string; maxBytes: number; now: () => Date; logger: Logger }

/** Decides what the log may store of events that no webhook has matched, and counts what is stored. */
export type EventBudget = {
  admit(isRefused: boolean): BudgetAdmission
  /** @param hour (`yyyymmddhh`) of the event */
  count(hour: string, change: UsageChange): void
  /** A day (`yyyymmdd`) is gone from the store. */
  forgetDay(day: string): Promise<void>
}

const ROUND_MS = 1_000
/** Hours that one round gives up at most. */
const MAX_VICTIMS = 200

/**
 * The budget on counters in the store, which all dispatchers add to once a second. Near it the oldest hours are dropped
 * whole: first bodies of events that nothing matched, then these events. A process that is killed leaves at most a second
 * of its writes uncounted.
 */
export function eventBudget(options: Options) {
  const { maxBytes, logger } = options
  const counters = storeUsage(options)
  const ledger = createUsageLedger(counters)
  const onLost = createLossReports(options, () => ledger.stored().total)
  const giveUp = createGiveUp({ ...options, counters, ledger, onLost })
  const warn = createSparseLog(fields => logger.warn(fields, 'event-store.not-counted'))
  let timer: NodeJS.Timeout | undefined

  async function runRound(): Promise<void> {
    try {
      await ledger.flush()
      await giveUp()
    } catch (error) {
      warn({ err: error })
    }
  }

  /** Counts in the store what was counted here, and gives up what is over; one at a time. */
  const rounds = share(runRound)

  return {
    admit: (isRefused: boolean): BudgetAdmission => admissionOf(ledger.taken(), maxBytes, isRefused),
    count(hour: string, change: UsageChange): void {
      ledger.add(hour, change)
      onLost(hour, change)
    },
    forgetDay: (day: string) => counters.forgetDay(day),
    round: rounds.run,
    async start(): Promise<void> {
      await rounds.run()
      timer = setInterval(() => void rounds.run(), ROUND_MS).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      if (rounds.isRunning()) await rounds.run()
      await rounds.run()
    },
  } satisfies EventBudget & Record<string, unknown>
}

type GiveUp = Options & {
  counters: StoreUsageCounters
  ledger: ReturnType<typeof createUsageLedger>
  onLost(hour: string, change: UsageChange): void
}

/** Drops the oldest hours until what is left is within the budget, or only the current hour is left. */
function createGiveUp({ store, db, maxBytes, now, logger, counters, ledger, onLost }: GiveUp) {
  const names = collectionsOf(db)
  const collections = { bodies: names.unmatchedBodies, events: names.unmatchedEvents, refused: names.refusedEvents }

  async function nextVictim(current: string): Promise<{ hour: string; parts: UsagePart[] } | undefined> {
    const find = async (parts: UsagePart[]) => {
      const hour = await counters.oldestOf(parts, current)
      return hour === undefined ? undefined : { hour, parts }
    }
    if (isNearBudget(ledger.stored(), maxBytes)) return (await find(['bodies'])) ?? find(['events', 'refused'])
    return isNearRefusedShare(ledger.stored(), maxBytes) ? find(['refused']) : undefined
  }

  async function drop(hour: string, part: UsagePart): Promise<void> {
    await store.dropCollection(collections[part](hour))
    const { count, bytes, usage } = await counters.giveUp(hour, part)
    ledger.learn(usage)
    if (count === 0) return
    onLost(hour, part === 'bodies' ? { lostBodies: count } : { lostEvents: count })
    logger.warn({ hour, part, count, bytes, usedBytes: usage.total, maxBytes }, 'event-store.dropped')
  }

  return async (): Promise<void> => {
    const current = hourOf(now().getTime())
    for (let victims = 0; victims < MAX_VICTIMS; victims += 1) {
      const victim = await nextVictim(current)
      if (!victim) return
      for (const part of victim.parts) await drop(victim.hour, part)
    }
  }
}

/** Tells the operator what is not stored. */
function createLossReports({ logger, maxBytes }: Options, usedBytes: () => number) {
  const warn = createSparseLog(fields => logger.warn(fields, 'events.not-stored'))
  const lost = meterOf('webhook-dispatcher').createCounter('webhook_events_not_stored', {
    description: 'Events, and bodies of events, that the log did not store or gave up, by what it is.',
  })
  for (const what of ['event', 'body']) lost.add(0, { what })
  const { gauge } = observing('webhook-dispatcher')
  gauge('webhook_event_store_bytes', 'What events and executions take, about.', usedBytes)
  gauge('webhook_event_store_max_bytes', 'The most that they may take.', () => maxBytes)
  return (hour: string, { lostEvents = 0, lostBodies = 0 }: UsageChange): void => {
    if (lostEvents > 0) lost.add(lostEvents, { what: 'event' })
    if (lostBodies > 0) lost.add(lostBodies, { what: 'body' })
    if (lostEvents > 0) warn({ hour, events: lostEvents, usedBytes: usedBytes(), maxBytes })
  }
}
