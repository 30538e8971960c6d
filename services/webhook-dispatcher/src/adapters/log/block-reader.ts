import type { Collection, Document } from '@sluice/store'
import type { IdRange } from '../../ports/log-store.ts'
import { endOfBlocks, groupBySpan, idsOf, readBlock, textsOf, WITHOUT_BLOCK_TEXTS } from './event-block.ts'

/** Rows of the first look; an eighth of the events that are wanted, where that is more. */
const FIRST_LOOK = 32
const PART_OF_WANTED = 8
/** Rows that are read at once, of 1 MiB each at most where they are blocks. */
const HELD_BLOCKS = 64

/** What was found of some events: rows of one event each, and the lines of those in blocks, by their ids. */
export type HourFind = { rows: Document[]; texts: Map<string, string> }

/** A row by its own id, and the events that it holds. */
type BlockHolder = { place: string; ids: readonly string[]; row?: Document }

/** An event, and the id of a row that holds it; `row` where it holds nothing else. */
export type HeldId = { id: string; place: string; row?: Document | undefined }

/**
 * Reads a collection whose rows are blocks or events by themselves. The same event may stand in several of them.
 */
export function blockReader(collection: Collection) {
  /**
   * Finds the newest ids of a range, each once, at most `limit`.
   * @param look whether rows of one event are read whole
   */
  async function newest({ from, below, limit }: Omit<IdRange, 'day'>, look: keyof typeof LOOKS): Promise<HeldId[]> {
    const found = new Map<string, HeldId>()
    const take = (ids: readonly string[]) => ids.slice(0, limit).flatMap(id => found.get(id) ?? [])
    let end = endOfBlocks(below)
    for (let most = Math.max(FIRST_LOOK, Math.ceil(limit / PART_OF_WANTED)); ; ) {
      const filter = { _id: { $gte: from, $lt: end } }
      const options = { sort: { _id: -1 }, limit: most, projection: LOOKS[look] } as const
      const looked = await collection.find(filter, options)
      const holders = looked.flatMap(toHolder)
      for (const held of holders.flatMap(toHeld)) if (held.id >= from && held.id < below) found.set(held.id, held)
      const last = looked.at(-1)?._id
      const ids = [...found.keys()].sort().reverse()
      if (typeof last !== 'string' || looked.length < most) return take(ids)
      // Whatever was not looked at ends before the last one does.
      if ((ids[limit - 1] ?? '') >= last) return take(ids)
      end = last
      // No more than are missing, as each holds one at least.
      most = Math.max(FIRST_LOOK, Math.min(4 * most, limit - ids.length))
    }
  }

  /** Finds these events, as far as they are there. */
  async function find(ids: readonly string[]): Promise<HourFind> {
    const holders = await Promise.all(groupBySpan(ids).map(findHolders))
    return read([...ids, ...holders.flat()], ids)
  }

  /** Reads these events from the rows of these ids. */
  async function read(places: readonly string[], ids: readonly string[]): Promise<HourFind> {
    const wanted = new Set(ids)
    const found: HourFind = { rows: [], texts: new Map() }
    for (let at = 0; at < places.length; at += HELD_BLOCKS) {
      const held = await collection.find({ _id: { $in: places.slice(at, at + HELD_BLOCKS) } })
      for (const row of held) addWanted(row, wanted, found)
    }
    return found
  }

  /** Finds blocks that hold what is to be had of these ids, each but once, which are of the same ten seconds. */
  async function findHolders(ids: readonly string[]): Promise<string[]> {
    const sorted = ids.toSorted()
    const [first = ''] = sorted
    const last = sorted.at(-1) ?? first
    const filter = { _id: { $gte: first, $lt: endOfBlocks(first) }, from: { $lte: last } }
    const found = await collection.find(filter, { sort: { _id: 1 }, projection: WITHOUT_BLOCK_TEXTS })
    const missing = new Set(ids)
    return found.flatMap(document => {
      const block = readBlock(document)
      const held = block ? idsOf(block).filter(id => missing.has(id)) : []
      for (const id of held) missing.delete(id)
      return block && held.length > 0 ? [block._id] : []
    })
  }

  return { newest, find, read }
}

/** Adds what a row holds of these events to what was found. */
function addWanted(row: Document, wanted: ReadonlySet<string>, { rows, texts }: HourFind): void {
  const block = readBlock(row)
  if (!block) rows.push(row)
  else for (const [id, text] of textsOf(block)) if (wanted.has(id)) texts.set(id, text)
}

const toHeld = ({ ids, place, row }: BlockHolder): HeldId[] => ids.map(id => ({ id, place, row }))

/** What a look for ids reads of each row. */
const LOOKS = { ids: { ids: 1, from: 1, matched: 1 }, rows: WITHOUT_BLOCK_TEXTS } as const

function toHolder(row: Document): BlockHolder[] {
  const block = readBlock(row)
  if (block) return [{ place: block._id, ids: idsOf(block) }]
  const { _id, matched } = row
  return typeof _id === 'string' && Array.isArray(matched) ? [{ place: _id, ids: [_id], row }] : []
}
