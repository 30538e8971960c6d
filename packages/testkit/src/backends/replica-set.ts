import { MongoClient, MongoServerError } from 'mongodb'
import { eventually } from '../eventually.ts'

const ALREADY_INITIALIZED = 23
const UNKNOWN_COMMAND = 59

/** Makes a lone server the primary of a replica set of one, as transactions need it. Does nothing where it is one. */
export async function initiateReplicaSet(address: string, member: string): Promise<void> {
  const client = new MongoClient(address)
  client.on('error', () => undefined)
  try {
    await client
      .db('admin')
      .command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } })
      .catch(unlessItIsOne)
    const isPrimary = async () => (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true
    await eventually(isPrimary, { timeoutMs: 30_000, what: 'a primary of the replica set' })
  } finally {
    await client.close()
  }
}

function unlessItIsOne(error: unknown): void {
  const code = error instanceof MongoServerError ? error.code : undefined
  if (code !== ALREADY_INITIALIZED && code !== UNKNOWN_COMMAND) throw error
}
