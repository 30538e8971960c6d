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

/** What `secantusd-rs`, the server of tests without Docker, answers differently from what MongoDB documents. */
const OF_THE_STAND_IN: ReadonlySet<string> = new Set([
  'expression: $first of an empty list is missing',
  'expression: $add of a date and milliseconds',
  'expression: $subtract of two dates is a long',
  'expression: $subtract of milliseconds',
  'expression: $dateToString of null as it says',
  'expression: $isoWeekYear is a long',
])

/**
 * Both are known by what they do: one counts nothing as a document with 0, where MongoDB gives no document; the other forgets
 * `onNull`.
 */
export async function serverFaults(uri: string): Promise<ReadonlySet<string>> {
  const client = new MongoClient(uri)
  client.on('error', () => undefined)
  try {
    const probe = client.db('probe').collection<{ _id: string }>(`nothing-${randomUUID()}`)
    const counted = await probe.aggregate([{ $count: 'n' }]).toArray()
    await probe.insertOne({ _id: 'x' })
    const never = { $dateToString: { date: '$none', onNull: 'never' } }
    const [written] = await probe.aggregate([{ $project: { never } }]).toArray()
    await probe.drop()
    return new Set([
      ...(counted.length > 0 ? OF_THE_FALLBACK : []),
      ...(written?.never === 'never' ? [] : OF_THE_STAND_IN),
    ])
  } finally {
    await client.close()
  }
}
