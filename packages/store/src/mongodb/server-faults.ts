import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'

/**
 * What `secantusd-py`, the fall-back server of the tests, answers differently from MongoDB and from the recorded server.
 * None of it is the adapter's.
 */
const OF_THE_FALLBACK: ReadonlySet<string> = new Set([
  'do not change what is found, over arrays too',
  'call a document malformed that an update nests too deep to be read again',
  'query: equality with a double does not find the decimal beside it',
  'query: $mod on numbers',
  'stages: $addFields adds and replaces',
  'stages: $count of nothing gives nothing',
  '100,000 random pairs of a filter and a document',
])

/** Known by what it does: it counts nothing as a document with 0, where MongoDB gives no document. */
export async function serverFaults(uri: string): Promise<ReadonlySet<string>> {
  const client = new MongoClient(uri)
  client.on('error', () => undefined)
  try {
    const nothing = client.db('probe').collection(`nothing-${randomUUID()}`)
    const counted = await nothing.aggregate([{ $count: 'n' }]).toArray()
    return counted.length > 0 ? OF_THE_FALLBACK : new Set()
  } finally {
    await client.close()
  }
}
