import { type ClientSession, type Collection, MongoBulkWriteError, MongoServerError } from 'mongodb'
import type { Document } from '../../port.ts'
import { isUncertain } from '../driver-errors.ts'
import { isOutage } from './outage.ts'

/** Every document has its `_id` here; the driver would put an ObjectId of its own into the place of null. */
export const AS_GIVEN = { forceServerObjectId: true } as const

/** Documents in one command at most, and their bytes of BSON. */
const MAX_TOGETHER = 64
const MAX_TOGETHER_BYTES = 256 * 1024
/** A larger document takes longer to send than others are to wait for. */
const MAX_SMALL_BYTES = 16 * 1024

/** A document to insert, and its bytes of BSON. */
export type SizedDocument = { document: Document; size: number }
/** Inserts a document, which is acknowledged as the client's writes are. @throws the driver's error for this document */
export type InsertDocument = (sized: SizedDocument) => Promise<void>

/** What of the driver's collection inserts are sent by. */
type InsertTarget = Pick<Collection, 'insertOne' | 'bulkWrite'>

type WaitingInsert = { document: Document; end: PromiseWithResolvers<void> }

/**
 * Sends small documents that are to be inserted in the same turn of the event loop as one command: a command costs the
 * driver as much as ten documents in one. None of them waits for another turn, and each has its own outcome; the driver
 * tries the command again as it does with one of a single document, by a number that keeps the server from inserting twice.
 */
export function gatherInserts(collection: InsertTarget): InsertDocument {
  let waiting: WaitingInsert[] = []
  let bytes = 0

  function flush(): void {
    const together = waiting
    waiting = []
    bytes = 0
    const [first, ...others] = together
    if (first && others.length === 0) void sendAlone(collection, first)
    else if (first) void sendTogether(collection, together)
  }

  return ({ document, size }) => {
    if (size > MAX_SMALL_BYTES) return insertAlone(collection, document)
    if (waiting.length >= MAX_TOGETHER || bytes + size > MAX_TOGETHER_BYTES) flush()
    if (waiting.length === 0) setImmediate(flush)
    const end = Promise.withResolvers<void>()
    waiting.push({ document, end })
    bytes += size
    return end.promise
  }
}

/** Inserts documents one by one, within a transaction. */
export const insertWithin =
  (collection: Collection, session: ClientSession): InsertDocument =>
  async ({ document }) => {
    await collection.insertOne(document, { session, ...AS_GIVEN })
  }

async function insertAlone(collection: InsertTarget, document: Document): Promise<void> {
  await collection.insertOne(document, AS_GIVEN)
}

const sendAlone = (collection: InsertTarget, { document, end }: WaitingInsert): Promise<void> =>
  insertAlone(collection, document).then(end.resolve, end.reject)

async function sendTogether(collection: InsertTarget, together: readonly WaitingInsert[]): Promise<void> {
  try {
    const errors = await insertAll(collection, together)
    for (const [at, { end }] of together.entries()) {
      const error = errors.get(at)
      if (error) end.reject(error)
      else end.resolve()
    }
  } catch (error) {
    for (const insert of together) {
      if (isOutage(error)) insert.end.reject(error)
      // The command was refused before it was carried out; one document may be to blame.
      else void sendAlone(collection, insert)
    }
  }
}

/** @returns the errors of documents that were refused, by their places. @throws what befell the command */
async function insertAll(collection: InsertTarget, together: readonly WaitingInsert[]): Promise<Map<number, Error>> {
  try {
    const operations = together.map(({ document }) => ({ insertOne: { document } }))
    await collection.bulkWrite(operations, { ordered: false, ...AS_GIVEN })
    return new Map()
  } catch (error) {
    return refusedOnes(error)
  }
}

/** Each error has the form that it has for a document which is inserted alone. */
function refusedOnes(error: unknown): Map<number, Error> {
  // Too few members have what was written: none of the documents may be taken for durable.
  if (!(error instanceof MongoBulkWriteError) || isUncertain(error)) throw error
  const refused = [error.writeErrors].flat()
  if (refused.length === 0) throw error
  return new Map(
    refused.map(({ index, code, errmsg = '' }) => [index, new MongoServerError({ code, message: errmsg })]),
  )
}
