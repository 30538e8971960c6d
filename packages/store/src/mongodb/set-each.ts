import { type ClientSession, MongoError, MongoNetworkError } from 'mongodb'
import { exactCopy } from '../bson-codec.ts'
import { checkFieldSets, inUpdateOrder } from '../matching/update/field-sets.ts'
import type { Document, FieldSets, UpdateResult } from '../port.ts'
import { checkedFilter } from './checks.ts'
import { isSocketError } from './driver-errors.ts'
import type { DriverRoute } from './route.ts'

/** The fields of one operation in bytes of BSON, which is to be no longer than a document; a set that is larger goes alone. */
const MAX_TOGETHER_BYTES = 8 * 1024 * 1024

/** An `_id` stands in the filter and in the list of all. */
const ID_PLACES = 2
/** What is around a text in a list, at most. */
const ELEMENT_BYTES = 16

type Portion = { ids: string[]; fields: Document[]; bytes: number }

/**
 * Sets fields of documents by one update of all of them, as each update by itself is a commit of its own to the server. Which
 * fields are whose is looked up in lists by the `_id`, which may be any text there.
 */
export async function setEach(
  { run, collection, session }: DriverRoute,
  given: Document,
  sets: FieldSets,
): Promise<Pick<UpdateResult, 'matched' | 'modified'>> {
  checkFieldSets(given, sets)
  const filter = checkedFilter(given)
  const sum = { matched: 0, modified: 0 }
  for (const { ids, fields } of portionsOf(sets)) {
    const these: Document = { ...filter, _id: ids.length === 1 ? ids[0] : { $in: ids } }
    const update = () =>
      ids.length === 1
        ? collection.updateOne(these, { $set: fields[0] ?? {} }, { session })
        : againWhereBroken(() => collection.updateMany(these, [stageOfFields(ids, fields)], { session }), session)
    const { matchedCount, modifiedCount } = await run({ kind: 'write' }, update)
    sum.matched += matchedCount
    sum.modified += modifiedCount
  }
  return sum
}

/** Tries a second time, as the driver does with a write of one document alone, unless a transaction has to begin anew. */
async function againWhereBroken<T>(update: () => Promise<T>, session: ClientSession | undefined): Promise<T> {
  try {
    return await update()
  } catch (error) {
    if (session || !isBroken(error)) throw error
    return update()
  }
}

const isBroken = (error: unknown): boolean =>
  isSocketError(error) ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError'))

/** The stage by which each of these documents gets its fields, which stand in the same order. */
export const stageOfFields = (ids: readonly string[], fields: readonly Document[]): Document => {
  const place = { $indexOfArray: [{ $literal: ids }, '$_id'] }
  return { $replaceWith: { $mergeObjects: ['$$ROOT', { $arrayElemAt: [{ $literal: fields }, place] }] } }
}

function portionsOf(sets: FieldSets): Portion[] {
  const portions: Portion[] = []
  for (const [id, given] of sets) {
    const { document, size } = exactCopy(inUpdateOrder(given))
    const bytes = size + ID_PLACES * (Buffer.byteLength(id) + ELEMENT_BYTES)
    const last = portions.at(-1)
    if (last && last.bytes + bytes <= MAX_TOGETHER_BYTES) {
      last.ids.push(id)
      last.fields.push(document)
      last.bytes += bytes
    } else portions.push({ ids: [id], fields: [document], bytes })
  }
  return portions
}
