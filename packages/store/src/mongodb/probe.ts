import { randomUUID } from 'node:crypto'
import { type Collection, type MongoClient, MongoServerError } from 'mongodb'
import type { Document } from '../port.ts'
import { isDuplicateKey } from './driver-errors.ts'
import type { ProbeFindings } from './judge-probe.ts'
import { stageOfFields } from './set-each.ts'

type ProbeOutcome = { refusal: number | string | undefined; left: number }
type TransactionEnd = 'commitTransaction' | 'abortTransaction'

/** One insert in a transaction, ended so. @returns what the server said against it, and how many documents are there */
async function tryTransaction(
  client: MongoClient,
  collection: Collection,
  ending: TransactionEnd,
): Promise<ProbeOutcome> {
  const session = client.startSession()
  let refusal: ProbeOutcome['refusal']
  try {
    session.startTransaction({ writeConcern: { w: 'majority' } })
    await collection.insertOne({ ending }, { session })
    await session[ending]()
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error
    refusal = error.code ?? error.name
  } finally {
    await session.endSession()
  }
  return { refusal, left: await collection.countDocuments({ ending }) }
}

async function takesLinearizable(collection: Collection): Promise<boolean> {
  try {
    await collection.findOne({}, { readConcern: { level: 'linearizable' } })
    return true
  } catch (error) {
    if (error instanceof MongoServerError) return false
    throw error
  }
}

async function refusesDuplicates(collection: Collection): Promise<boolean> {
  const [document] = await collection.find({}).limit(1).toArray()
  if (!document) return true
  try {
    await collection.insertOne(document)
    return false
  } catch (error) {
    return isDuplicateKey(error)
  }
}

/** Whether each of two documents gets its own fields by one update, as the results of deliveries do. */
async function setsEach(collection: Collection): Promise<boolean> {
  const ids = ['$one', 'other']
  const documents: Document[] = ids.map(_id => ({ _id }))
  await collection.insertMany(documents)
  try {
    const these: Document = { _id: { $in: ids } }
    await collection.updateMany(these, [
      stageOfFields(
        ids,
        documents.map(({ _id }) => ({ is: _id })),
      ),
    ])
  } catch (error) {
    if (error instanceof MongoServerError) return false
    throw error
  }
  const found = await collection.find({ is: { $exists: true } }).toArray()
  return found.length === ids.length && found.every(({ _id, is }) => String(_id) === is)
}

/** Looks at what the server does, in a few small commands on a collection of its own that is dropped in the end. */
export async function probe(client: MongoClient, db: string): Promise<ProbeFindings> {
  const hello = await client.db('admin').command({ hello: 1 })
  const name = `probe-${randomUUID()}`
  const collection = client.db(db).collection(name)
  await client.db(db).createCollection(name)
  try {
    const aborted = await tryTransaction(client, collection, 'abortTransaction')
    const committed = await tryTransaction(client, collection, 'commitTransaction')
    return {
      maxWireVersion: Number(hello.maxWireVersion),
      isPrimary: hello.isWritablePrimary === true,
      transactionRefusal: aborted.refusal ?? committed.refusal,
      leftByAbort: aborted.left,
      leftByCommit: committed.left,
      refusesDuplicates: await refusesDuplicates(collection),
      isLinearizable: await takesLinearizable(collection),
      setsEach: await setsEach(collection),
    }
  } finally {
    await collection.drop().catch(() => undefined)
  }
}
