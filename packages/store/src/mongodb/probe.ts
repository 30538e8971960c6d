import { randomUUID } from 'node:crypto'
import { type Collection, type MongoClient, MongoServerError } from 'mongodb'
import { isDuplicateKey } from './driver-errors.ts'
import type { ProbeFindings } from './judge-probe.ts'

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
    }
  } finally {
    await collection.drop().catch(() => undefined)
  }
}
