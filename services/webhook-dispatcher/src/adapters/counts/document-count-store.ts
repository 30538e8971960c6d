import type { Collection, Document, Store, WriteOperation } from '@sluice/store'
import { z } from 'zod'
import type { LastEnd } from '../../domain/counts/tally.ts'
import { hourOf } from '../../domain/execution/execution-id.ts'
import type { CountMark, CountStore, StoredEnd } from '../../ports/count-store.ts'
import { collectionsOf } from '../collections.ts'
import { takenOf } from '../taken.ts'
import { countId, readHour, readMinutes, toChanges } from './stored-counts.ts'

/** Rows of one write, and ids of one read. */
const AT_ONCE = 500

const storedEnd = z.object({
  _id: z.string(),
  isSuccess: z.boolean(),
  at: z.number(),
  since: z.number(),
  statusCode: z.int().nullable(),
  firstEntry: z.string().optional(),
  lastEntry: z.string().optional(),
})

type CountUpdate = { filter: Document; update: Document }

/**
 * Counts on the document store, added to by all dispatchers. Each document knows the newest batch of each writer that it
 * holds, so that a batch whose answer was lost can be written again.
 */
export function documentCountStore({ store, db }: { store: Store; db: string }): CountStore {
  const names = collectionsOf(db)
  const hours = store.collection(names.hours)
  const minutes = store.collection(names.minutes)
  const lastEnds = store.collection(names.lastEnds)

  return {
    async add(batch, mark) {
      const changes = toChanges(batch.minutes)
      const updates = (part: 'hour' | 'minutes') => changes.map(change => toUpdate(change.id, change[part], mark))
      await Promise.all([upsertAll(hours, updates('hour')), upsertAll(minutes, updates('minutes'))])
      await noteEnds(lastEnds, [...batch.lastEnds])
    },
    async hours(webhookIds, wanted) {
      return (await findAll(hours, idsOf(webhookIds, wanted))).flatMap(readHour)
    },
    async minutes(webhookIds, wanted) {
      return (await findAll(minutes, idsOf(webhookIds, wanted))).flatMap(readMinutes)
    },
    lastEnds: webhookIds => readEnds(lastEnds, webhookIds),
    async failing({ before, after, limit }) {
      const filter = { isSuccess: false, since: { $lte: before }, _id: { $gt: after } }
      return toEnds(await lastEnds.find(filter, { sort: { _id: 1 }, limit }))
    },
    async forgetBefore(moment) {
      const before = { _id: { $lt: hourOf(moment.getTime()) } }
      for (const collection of [hours, minutes]) await collection.deleteMany(before)
      await lastEnds.deleteMany({ at: { $lt: moment.getTime() } })
    },
  }
}

const idsOf = (webhookIds: readonly string[], hours: readonly number[]): string[] =>
  hours.flatMap(hour => webhookIds.map(id => countId(hour, id)))

/** What the writer's batches up to this one have not added yet. */
function toUpdate(id: string, increments: Document, { writer, number }: CountMark): CountUpdate {
  const held = `held.${writer}`
  return { filter: { _id: id, [held]: { $ne: number } }, update: { $inc: increments, $set: { [held]: number } } }
}

/**
 * Writes each update, and makes the document that is missing. The store makes none beside one whose condition does not
 * hold: then somebody else has made it just now, and the update fits it, or there is nothing to do.
 */
async function upsertAll(collection: Collection, updates: readonly CountUpdate[]): Promise<void> {
  for (let from = 0; from < updates.length; from += AT_ONCE) {
    const some = updates.slice(from, from + AT_ONCE)
    const upserts = some.map((update): WriteOperation => ({ updateOne: { ...update, upsert: true } }))
    const there = takenOf(await collection.bulkWrite(upserts, { ordered: false }), some)
    if (there.length === 0) continue
    const again = there.map((update): WriteOperation => ({ updateOne: update }))
    takenOf(await collection.bulkWrite(again, { ordered: false }), there)
  }
}

/** An end that goes on as the one before leaves `since` as it is. One that is older than what stands is left out. */
async function noteEnds(collection: Collection, ends: readonly [string, LastEnd][]): Promise<void> {
  for (let from = 0; from < ends.length; from += AT_ONCE) {
    const some = ends.slice(from, from + AT_ONCE)
    // As a rule that is all of them, and nothing is left to do.
    if ((await goOn(collection, some)) === some.length) continue
    const stored = await readEnds(
      collection,
      some.map(([_id]) => _id),
    )
    const newer = some.filter(([_id, { at }]) => at > (stored.get(_id)?.at ?? Number.NEGATIVE_INFINITY))
    const others = newer.map(([_id, { isSuccess, at, since, statusCode, ...entries }]) => ({
      filter: { _id, at: { $lt: at } },
      update: { $set: { isSuccess, at, since, statusCode, ...entriesOf(entries) } },
    }))
    await upsertAll(collection, others)
  }
}

/** Writes those ends that are as the ones before. @returns how many were */
async function goOn(collection: Collection, ends: readonly [string, LastEnd][]): Promise<number> {
  const same = ends.flatMap(([_id, { isChange, isSuccess, at, statusCode, lastEntry }]): WriteOperation[] => {
    const filter = { _id, isSuccess, at: { $lt: at } }
    return isChange
      ? []
      : [{ updateOne: { filter, update: { $set: { at, statusCode, ...entriesOf({ lastEntry }) } } } }]
  })
  return same.length === 0 ? 0 : (await collection.bulkWrite(same, { ordered: false })).matched
}

async function readEnds(collection: Collection, webhookIds: readonly string[]): Promise<Map<string, StoredEnd>> {
  const found = await findAll(collection, webhookIds)
  return toEnds(found)
}

function toEnds(found: readonly Document[]): Map<string, StoredEnd> {
  const ends = found.flatMap(document => storedEnd.safeParse(document).data ?? [])
  return new Map(ends.map(({ _id, ...end }) => [_id, end]))
}

type EndEntries = Pick<LastEnd, 'firstEntry' | 'lastEntry'>

/** Those of the ids that are known: the store holds no field without a value. */
const entriesOf = ({ firstEntry, lastEntry }: EndEntries): Document => ({
  ...(firstEntry === undefined ? {} : { firstEntry }),
  ...(lastEntry === undefined ? {} : { lastEntry }),
})

async function findAll(collection: Collection, ids: readonly string[]): Promise<Document[]> {
  const found: Document[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    found.push(...(await collection.find({ _id: { $in: ids.slice(from, from + AT_ONCE) } })))
  }
  return found
}
