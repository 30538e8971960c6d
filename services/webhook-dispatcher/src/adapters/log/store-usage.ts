import type { Collection, Store } from '@sluice/store'
import { z } from 'zod'
import type { StoreUsage } from '../../domain/execution/store-budget.ts'
import { collectionsOf } from '../collections.ts'

const number = z.number().default(0)
/** What the rows of one UTC hour take (about), and what of it was given up or never stored. */
const hourUsage = z.object({
  /** The bytes of executions, and of events with their bodies that a webhook matched. */
  keptBytes: number,
  bodyCount: number,
  bodyBytes: number,
  eventCount: number,
  eventBytes: number,
  refusedCount: number,
  refusedBytes: number,
  lostEvents: number,
  lostBodies: number,
})
type HourUsage = z.infer<typeof hourUsage>
export type UsageChange = Partial<HourUsage>

const storedHour = hourUsage.extend({ _id: z.string() })
const storedTotal = z.object({ bytes: z.number(), refusedBytes: z.number() })

/** Behind the ids of all hours, which are digits. */
const TOTAL = 'total'
const NO_USAGE: StoreUsage = { total: 0, refused: 0 }

/** What a droppable part of an hour is counted in. */
export const PARTS = {
  bodies: { count: 'bodyCount', bytes: 'bodyBytes', lost: 'lostBodies' },
  events: { count: 'eventCount', bytes: 'eventBytes', lost: 'lostEvents' },
  refused: { count: 'refusedCount', bytes: 'refusedBytes', lost: 'lostEvents' },
} as const
export type UsagePart = keyof typeof PARTS

export type StoreUsageCounters = ReturnType<typeof storeUsage>

/** What the log takes in the store, by hour and in all: one count for all dispatchers, kept by what each adds to it. */
export function storeUsage({ store, db }: { store: Store; db: string }) {
  const name = collectionsOf(db).storeUsage
  const hours = store.collection(name)
  return {
    /** @returns what is taken in all, after this */
    async add(changes: ReadonlyMap<string, UsageChange>): Promise<StoreUsage> {
      if (changes.size === 0) return readTotal(hours)
      return store.transaction(async transaction => {
        const counters = transaction.collection(name)
        for (const [hour, change] of changes)
          await counters.updateOne({ _id: hour }, { $inc: change }, { upsert: true })
        return addToTotal(counters, [...changes.values()])
      })
    },
    /** The oldest hour before this one that holds some of these parts. */
    async oldestOf(parts: readonly UsagePart[], before: string): Promise<string | undefined> {
      const held = parts.map(part => ({ [PARTS[part].bytes]: { $gt: 0 } }))
      const [found] = await hours.find({ _id: { $lt: before }, $or: held }, { sort: { _id: 1 }, limit: 1 })
      return storedHour.safeParse(found).data?._id
    },
    /** A part of an hour is gone. @returns how much that was */
    giveUp: (hour: string, part: UsagePart): Promise<{ count: number; bytes: number; usage: StoreUsage }> =>
      store.transaction(async transaction => {
        const counters = transaction.collection(name)
        const held = hourUsage.parse((await counters.findOne({ _id: hour })) ?? {})
        const { count, bytes, lost } = PARTS[part]
        const change = { [count]: -held[count], [bytes]: -held[bytes], [lost]: held[count] }
        await counters.updateOne({ _id: hour }, { $inc: change }, { upsert: true })
        return { count: held[count], bytes: held[bytes], usage: await addToTotal(counters, [change]) }
      }),
    /** A day (`yyyymmdd`) is gone. */
    forgetDay: (day: string): Promise<void> =>
      store.transaction(async transaction => {
        const counters = transaction.collection(name)
        const filter = { _id: { $gte: `${day}00`, $lte: `${day}23` } }
        const held = (await counters.find(filter)).flatMap(found => hourUsage.safeParse(found).data ?? [])
        await counters.deleteMany(filter)
        await addToTotal(counters, held.map(negative))
      }),
    /** How many events of these hours are not stored. */
    async lostEvents({ first, last }: { first: string; last: string }): Promise<number> {
      const found = await hours.find({ _id: { $gte: first, $lte: last }, lostEvents: { $gt: 0 } })
      return found.reduce((sum, hour) => sum + (storedHour.safeParse(hour).data?.lostEvents ?? 0), 0)
    },
  }
}

const BYTES = ['keptBytes', 'bodyBytes', 'eventBytes', 'refusedBytes'] as const

const negative = (usage: HourUsage): UsageChange => Object.fromEntries(BYTES.map(field => [field, -usage[field]]))

async function addToTotal(counters: Collection, changes: readonly UsageChange[]): Promise<StoreUsage> {
  const sum = (fields: readonly (keyof UsageChange)[]) =>
    changes.reduce((all, change) => all + fields.reduce((some, field) => some + (change[field] ?? 0), 0), 0)
  const change = { bytes: sum(BYTES), refusedBytes: sum(['refusedBytes']) }
  const after = { upsert: true, returnDocument: 'after' } as const
  return toUsage(await counters.findOneAndUpdate({ _id: TOTAL }, { $inc: change }, after))
}

const readTotal = async (counters: Collection): Promise<StoreUsage> => toUsage(await counters.findOne({ _id: TOTAL }))

function toUsage(document: unknown): StoreUsage {
  const total = storedTotal.safeParse(document).data
  return total ? { total: total.bytes, refused: total.refusedBytes } : NO_USAGE
}
