import type { Namespace, Store } from '@sluice/store'
import { approximateBytes } from '../../domain/execution/approximate-bytes.ts'
import type { EventRow } from '../../domain/execution/execution.ts'
import { dayOfId, hourOfId } from '../../domain/execution/execution-id.ts'
import { type BudgetAdmission, isRefusal } from '../../domain/execution/store-budget.ts'
import { collectionsOf } from '../collections.ts'
import { fatesOf, outcomesOf } from '../taken.ts'
import { createWriteBatcher, inGroups } from '../write-batcher.ts'
import { type BlockEntry, type PackedBlock, packBlocks } from './event-block.ts'
import type { EventBudget } from './event-budget.ts'
import { PARTS, type UsageChange, type UsagePart } from './store-usage.ts'
import { type BodiesRow, bodiesLine, hasSmallBodies, packEvent, packWhole, type StoredEvent } from './stored-event.ts'

/** Rows of events that nothing matched and that wait for the store; more than the bus ever lets be open at once. */
const MAX_WAITING = 100_000

type EventStoreRow = StoredEvent | BodiesRow
/** One row on its way; `hour` is that of its event, in which its bytes are counted once it is written. */
type PlacedRow = { place: Namespace; row: EventStoreRow; hour: string }

/** A part of an event that nothing matched, on its way into a block. */
type PlacedEntry = BlockEntry & { place: Namespace; hour: string; part: UsagePart }

/** From the beginning of one write of blocks to that of the next: nobody waits for them but the place of the group. */
const BLOCKS_EVERY_MS = 250
/** So many entries wait for no other. */
const ENOUGH_FOR_BLOCKS = 200
const MAX_BLOCK_ITEMS = 400

type Options = { store: Store; db: string; budget: EventBudget | undefined; maxWaiting?: number }

/**
 * Writes events. What a webhook matched is always written, and never waits behind what nothing matched; of that, what the
 * budget and the queue admit.
 */
export function createEventWriter({ store, db, budget, maxWaiting = MAX_WAITING }: Options) {
  const names = collectionsOf(db)
  const matched = createWriteBatcher((some: readonly PlacedRow[]) => insertPlaced(store, some, budget))
  const unmatched = createWriteBatcher((some: readonly PlacedEntry[]) => insertBlocks(store, some, budget), {
    maxBatch: MAX_BLOCK_ITEMS,
    everyMs: BLOCKS_EVERY_MS,
    enough: ENOUGH_FOR_BLOCKS,
  })

  async function writeMatched(row: EventRow, hour: string): Promise<void> {
    const placed = (name: Namespace, part: EventStoreRow) => matched.write({ place: name, row: part, hour })
    const day = names.events(dayOfId(row._id))
    if (hasSmallBodies(row) && (await placed(day, packWhole(row)))) return
    // What is there already may have been written without its bodies, by a version that wrote them apart and did not come to it.
    const { event, bodies } = packEvent(row)
    await Promise.all([placed(day, event), bodies && placed(names.bodies(hour), bodies)])
  }

  const admit = (isRefused: boolean): BudgetAdmission => {
    if (unmatched.waiting() >= maxWaiting) return 'nothing'
    return budget ? budget.admit(isRefused) : 'all'
  }

  /** While it waits, nothing but what is written is kept of it. */
  function writeUnmatched(row: EventRow, hour: string): Promise<unknown> {
    const isRefused = isRefusal(row.event.response?.statusCode)
    const admission = admit(isRefused)
    if (admission === 'nothing') {
      budget?.count(hour, { lostEvents: 1 })
      return Promise.resolve()
    }
    const { event, bodies } = packEvent(row)
    const id = row._id
    const place = isRefused ? names.refusedEvents(hour) : names.unmatchedEvents(hour)
    const part = isRefused ? 'refused' : 'events'
    const written = unmatched.write({ id, hour, place, text: event.json, row: event, part })
    if (!bodies || isRefused) return written
    if (admission === 'all') return Promise.all([written, writeBodies(bodies, hour)])
    budget?.count(hour, { lostBodies: 1 })
    return written
  }

  const writeBodies = (bodies: BodiesRow, hour: string): Promise<true> =>
    unmatched.write({
      id: bodies._id,
      hour,
      place: names.unmatchedBodies(hour),
      text: bodiesLine(bodies),
      row: bodies,
      part: 'bodies',
    })

  return {
    /** Durable when it resolves, or counted as not stored. What is there is left as it is. */
    write(row: EventRow): Promise<unknown> {
      const hour = hourOfId(row._id)
      return row.matched.length > 0 ? writeMatched(row, hour) : writeUnmatched(row, hour)
    },
  }
}

/**
 * One insertion for each collection; what fails in one of them is written in the others.
 * @returns of each row whether it is new
 */
function insertPlaced(
  store: Store,
  some: readonly PlacedRow[],
  budget: EventBudget | undefined,
): Promise<PromiseSettledResult<boolean>[]> {
  return inGroups(some, collectionOf, async placed => {
    const [first] = placed
    if (!first) return []
    const rows = placed.map(({ row }) => row)
    const result = await store.collection(first.place).insertMany(rows, { ordered: false })
    return fatesOf(result, rows).map((fate, index): PromiseSettledResult<boolean> => {
      if (fate.kind === 'refused') return { status: 'rejected', reason: fate.error }
      const written = fate.kind === 'written' ? placed[index] : undefined
      if (written) budget?.count(written.hour, { keptBytes: approximateBytes(written.row) })
      return { status: 'fulfilled', value: fate.kind === 'written' }
    })
  })
}

const collectionOf = ({ place }: { place: Namespace }): string => place.collection

/** The same for entries of blocks: each comes to what its block comes to. */
function insertBlocks(
  store: Store,
  some: readonly PlacedEntry[],
  budget: EventBudget | undefined,
): Promise<PromiseSettledResult<true>[]> {
  return inGroups(some, collectionOf, async entries => {
    const [first] = entries
    if (!first) return []
    const packed = packBlocks(entries)
    const blocks = packed.map(({ row }) => row)
    const result = await store.collection(first.place).insertMany(blocks, { ordered: false })
    for (const [index, { kind }] of fatesOf(result, blocks).entries()) {
      const written = kind === 'written' ? packed[index] : undefined
      if (written) budget?.count(first.hour, usageOf(first.part, written))
    }
    const outcomes = outcomesOf(result, blocks)
    const ofEntry = new Map(packed.flatMap(({ items }, index) => items.map(item => [item, outcomes[index]] as const)))
    return entries.flatMap(entry => ofEntry.get(entry) ?? [])
  })
}

const usageOf = (part: UsagePart, { row, items }: PackedBlock<PlacedEntry>): UsageChange => ({
  [PARTS[part].count]: items.length,
  [PARTS[part].bytes]: approximateBytes(row),
})
