import { serialize } from 'bson'
import type { UpdateResult as DriverResult } from 'mongodb'
import { decode } from '../bson-codec.ts'
import type { Collection, Document, FindAndModifyOptions, UpdateResult } from '../port.ts'
import { bulkWrite } from './bulk.ts'
import { checkedDocument, checkedFilter, checkedReplacement, checkedUpdate, checkOptions } from './checks.ts'
import { isDuplicateKey } from './driver-errors.ts'
import { type DriverRoute, MAX_UPSERT_TRIES } from './route.ts'
import { setEach } from './set-each.ts'

type UpsertOption = { upsert?: boolean }

/** An upsert that lost against another one finds its document the next time. */
async function write<T>(route: DriverRoute, { upsert = false }: UpsertOption, work: () => Promise<T>): Promise<T> {
  return route.run({ kind: 'write' }, async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!upsert || !isDuplicateKey(error) || tries >= MAX_UPSERT_TRIES) throw error
        if (route.onUpsertCollision() === 'over') throw error
      }
    }
  })
}

/** The driver decodes with classes of its own; what is given out are those of the `bson` package. */
const ownClasses = (document: Document | null): Document | undefined =>
  document ? decode(serialize(document)) : undefined

function toResult({ matchedCount, modifiedCount, upsertedCount, upsertedId }: DriverResult): UpdateResult {
  const counts = { matched: matchedCount, modified: modifiedCount }
  return upsertedCount > 0 ? { ...counts, upsertedId: ownClasses({ upsertedId })?.upsertedId } : counts
}

export function writeMethods(route: DriverRoute) {
  const { collection, session } = route
  return {
    insertOne: async given => {
      const sized = checkedDocument(given)
      await write(route, {}, () => route.insert(sized))
      return sized.document._id
    },
    insertMany: async (documents, { ordered = true } = {}) =>
      bulkWrite(
        route,
        documents.map(document => ({ insertOne: { document } })),
        ordered,
      ),
    updateOne: async (given, change, { upsert = false } = {}) => {
      const filter = checkedFilter(given)
      const update = checkedUpdate(change)
      return toResult(await write(route, { upsert }, () => collection.updateOne(filter, update, { upsert, session })))
    },
    updateMany: async (given, change, { upsert = false } = {}) => {
      const filter = checkedFilter(given)
      const update = checkedUpdate(change)
      return toResult(await write(route, { upsert }, () => collection.updateMany(filter, update, { upsert, session })))
    },
    setEach: (filter, sets) => setEach(route, filter, sets),
    replaceOne: async (given, by, { upsert = false } = {}) => {
      const filter = checkedFilter(given)
      const replacement = checkedReplacement(by)
      const options = { upsert, session }
      return toResult(await write(route, { upsert }, () => collection.replaceOne(filter, replacement, options)))
    },
    deleteOne: async given => {
      const filter = checkedFilter(given)
      return (await write(route, {}, () => collection.deleteOne(filter, { session }))).deletedCount
    },
    deleteMany: async given => {
      const filter = checkedFilter(given)
      return (await write(route, {}, () => collection.deleteMany(filter, { session }))).deletedCount
    },
    bulkWrite: async (operations, { ordered = true } = {}) => bulkWrite(route, operations, ordered),
  } satisfies Partial<Collection>
}

export function modifyMethods(route: DriverRoute) {
  const { collection, session } = route
  const sent = ({ sort, projection, upsert = false, returnDocument = 'before' }: FindAndModifyOptions) => {
    checkOptions({ sort, projection })
    return {
      session,
      upsert,
      returnDocument,
      includeResultMetadata: false,
      ...(sort && { sort }),
      ...(projection && { projection }),
    } as const
  }
  return {
    findOneAndUpdate: async (given, change, options = {}) => {
      const filter = checkedFilter(given)
      const update = checkedUpdate(change)
      const driverOptions = sent(options)
      return ownClasses(await write(route, options, () => collection.findOneAndUpdate(filter, update, driverOptions)))
    },
    findOneAndReplace: async (given, by, options = {}) => {
      const filter = checkedFilter(given)
      const replacement = checkedReplacement(by)
      const driverOptions = sent(options)
      const found = await write(route, options, () => collection.findOneAndReplace(filter, replacement, driverOptions))
      return ownClasses(found)
    },
    findOneAndDelete: async (given, options = {}) => {
      const filter = checkedFilter(given)
      const { returnDocument: _, upsert: __, ...driverOptions } = sent(options)
      return ownClasses(await write(route, {}, () => collection.findOneAndDelete(filter, driverOptions)))
    },
  } satisfies Partial<Collection>
}
