import type { StoreUsage } from '../../domain/execution/store-budget.ts'
import type { StoreUsageCounters, UsageChange } from './store-usage.ts'

const NOTHING: StoreUsage = { total: 0, refused: 0 }
/** Rounds without a change of ours after which the changes of others are read all the same. */
const READ_EVERY = 10

/** What the log takes, as far as this process knows: as the store said it last, and what was added here since. */
export function createUsageLedger(counters: StoreUsageCounters) {
  let pending = new Map<string, UsageChange>()
  let added = NOTHING
  let stored = NOTHING
  let idleRounds = READ_EVERY

  function add(hour: string, change: UsageChange): void {
    const { refusedBytes = 0, keptBytes = 0, eventBytes = 0, bodyBytes = 0 } = change
    pending.set(hour, sumOf(pending.get(hour), change))
    added = sumOfUsage(added, { total: refusedBytes + keptBytes + eventBytes + bodyBytes, refused: refusedBytes })
  }

  return {
    add,
    taken: (): StoreUsage => sumOfUsage(stored, added),
    stored: (): StoreUsage => stored,
    /** What the store has said after a change that was not added here. */
    learn(usage: StoreUsage): void {
      stored = usage
    },
    /** Adds to the store what was added here. What could not be added is added the next time. */
    async flush(): Promise<void> {
      idleRounds += 1
      if (pending.size === 0 && idleRounds < READ_EVERY) return
      idleRounds = 0
      const changes = pending
      const before = added
      pending = new Map()
      added = NOTHING
      try {
        stored = await counters.add(changes)
      } catch (error) {
        for (const [hour, change] of changes) pending.set(hour, sumOf(pending.get(hour), change))
        added = sumOfUsage(added, before)
        throw error
      }
    },
  }
}

function sumOf(one: UsageChange = {}, other: UsageChange): UsageChange {
  const sum: Record<string, number> = { ...one }
  for (const [field, value] of Object.entries(other)) sum[field] = (sum[field] ?? 0) + value
  return sum
}

const sumOfUsage = (one: StoreUsage, other: StoreUsage): StoreUsage => ({
  total: one.total + other.total,
  refused: one.refused + other.refused,
})
