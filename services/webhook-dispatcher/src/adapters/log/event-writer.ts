import type { Namespace, Store } from '@sluice/store'
import { approximateBytes } from '../../domain/execution/approximate-bytes.ts'
import type { EventRow } from '../../domain/execution/execution.ts'
import { dayOfId, hourOfId } from '../../domain/execution/execution-id.ts'
import { type BudgetAdmission, isRefusal } from '../../domain/execution/store-budget.ts'
import { collectionsOf } from '../collections.ts'
import { fatesOf, outcomesOf } from '../taken.ts'
import { createWriteBatcher, inGroups } from '../write-batcher.ts'
import type { EventBudget } from './event-budget.ts'
import type { UsageChange } from './store-usage.ts'
import { type BodiesRow, packEvent, type StoredEvent } from './stored-event.ts'

/** Rows of events that nothing matched and that wait for the store; more than the bus ever lets be open at once. */
const MAX_WAITING = 100_000

type EventStoreRow = StoredEvent | BodiesRow
/** One row on its way; `counted` is what it adds to the hour of the event once it is written. */
type PlacedRow = { place: Namespace; row: EventStoreRow; hour: string; counted: UsageChange }

type Options = { store: Store; db: string; budget: EventBudget | undefined; maxWaiting?: number }

/**
 * Writes events. What a webhook matched is always written, and never waits behind what nothing matched; of that, what the
 * budget and the queue admit.
 */
export function createEventWriter({ store, db, budget, maxWaiting = MAX_WAITING }: Options) {
  const names = collectionsOf(db)
  const write = (some: readonly PlacedRow[]) => insertPlaced(store, some, budget)
  const matched = createWriteBatcher(write)
  const unmatched = createWriteBatcher(write)

  async function writeMatched(row: EventRow, hour: string): Promise<void> {
    const { event, bodies } = packEvent(row)
    const place = (name: Namespace, part: EventStoreRow) =>
      matched.write({ place: name, row: part, hour, counted: { keptBytes: approximateBytes(part) } })
    await Promise.all([place(names.events(dayOfId(row._id)), event), bodies && place(names.bodies(hour), bodies)])
  }

  const admit = (isRefused: boolean): BudgetAdmission => {
    if (unmatched.waiting() >= maxWaiting) return 'nothing'
    return budget ? budget.admit(isRefused) : 'all'
  }

  async function writeUnmatched(row: EventRow, hour: string): Promise<void> {
    const isRefused = isRefusal(row.event.response?.statusCode)
    const admission = admit(isRefused)
    if (admission === 'nothing') return budget?.count(hour, { lostEvents: 1 })
    const { event, bodies } = packEvent(row)
    const rows = [isRefused ? placeRefused(event, hour) : placeUnmatched(event, hour)]
    if (bodies && !isRefused) rows.push(...admitBodies(bodies, hour, admission))
    await Promise.all(rows.map(each => unmatched.write(each)))
  }

  const admitBodies = (bodies: BodiesRow, hour: string, admission: BudgetAdmission): PlacedRow[] => {
    if (admission === 'all') return [placeBodies(bodies, hour)]
    budget?.count(hour, { lostBodies: 1 })
    return []
  }

  const placeRefused = (row: EventStoreRow, hour: string): PlacedRow => {
    const counted = { refusedCount: 1, refusedBytes: approximateBytes(row) }
    return { place: names.refusedEvents(hour), row, hour, counted }
  }
  const placeUnmatched = (row: EventStoreRow, hour: string): PlacedRow => {
    const counted = { eventCount: 1, eventBytes: approximateBytes(row) }
    return { place: names.unmatchedEvents(hour), row, hour, counted }
  }
  const placeBodies = (row: EventStoreRow, hour: string): PlacedRow => {
    const counted = { bodyCount: 1, bodyBytes: approximateBytes(row) }
    return { place: names.unmatchedBodies(hour), row, hour, counted }
  }

  return {
    /** Durable when it resolves, or counted as not stored. What is there is left as it is. */
    write(row: EventRow): Promise<void> {
      const hour = hourOfId(row._id)
      return row.matched.length > 0 ? writeMatched(row, hour) : writeUnmatched(row, hour)
    },
  }
}

/** One insertion for each collection; what fails in one of them is written in the others. */
function insertPlaced(
  store: Store,
  some: readonly PlacedRow[],
  budget: EventBudget | undefined,
): Promise<PromiseSettledResult<true>[]> {
  return inGroups(
    some,
    ({ place }) => place.collection,
    async placed => {
      const [first] = placed
      if (!first) return []
      const rows = placed.map(({ row }) => row)
      const result = await store.collection(first.place).insertMany(rows, { ordered: false })
      for (const [index, { kind }] of fatesOf(result, rows).entries()) {
        const written = kind === 'written' ? placed[index] : undefined
        if (written) budget?.count(written.hour, written.counted)
      }
      return outcomesOf(result, rows)
    },
  )
}
