import { describe, expect, it } from '@jest/globals'
import { type BulkWriteResult, type InsertOneResult, MongoNetworkError, MongoServerError } from 'mongodb'
import type { Document } from '../../port.ts'
import { gatherInserts } from './gathered-inserts.ts'

type CommandIds = readonly unknown[]

/** A driver's collection that notes the `_id`s of each command, and answers it as it is told to. */
function collectionOf(answer: (ids: CommandIds) => unknown) {
  const sent: CommandIds[] = []
  const take = async (ids: CommandIds) => {
    sent.push(ids)
    const error = answer(ids)
    if (error) throw error
  }
  return {
    sent,
    collection: {
      insertOne: async ({ _id }: Document) => {
        await take([_id])
        return { acknowledged: true, insertedId: _id } as InsertOneResult
      },
      bulkWrite: async (operations: readonly object[]) => {
        await take(
          operations.map(operation => (operation as { insertOne: { document: Document } }).insertOne.document._id),
        )
        return {} as BulkWriteResult
      },
    },
  }
}

const well = () => undefined
const sized = (_id: number, size = 100) => ({ document: { _id }, size })
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

describe('inserts', () => {
  it('of one turn share a command, and a lone one has its own', async () => {
    const { collection, sent } = collectionOf(well)
    const insert = gatherInserts(collection)
    await Promise.all([insert(sized(1)), insert(sized(2))])
    await insert(sized(3))
    expect(sent).toEqual([[1, 2], [3]])
  })

  it('that are large go alone and at once', async () => {
    const { collection, sent } = collectionOf(well)
    const insert = gatherInserts(collection)
    await Promise.all([insert(sized(1)), insert(sized(2, 20_000)), insert(sized(3))])
    expect(sent).toEqual([[2], [1, 3]])
  })

  it('are at most 64 to a command, of 256 KiB', async () => {
    const { collection, sent } = collectionOf(well)
    const insert = gatherInserts(collection)
    await Promise.all(ids(0, 70).map(id => insert(sized(id))))
    await Promise.all(ids(0, 20).map(id => insert(sized(id, 16 * 1024))))
    expect(sent).toEqual([ids(0, 64), ids(64, 70), ids(0, 16), ids(16, 20)])
  })

  it('do not suffer from one for which the whole command is refused', async () => {
    const tooDeep = new MongoServerError({ message: 'nested too deep', code: 15 })
    const { collection, sent } = collectionOf(sentIds => (sentIds.includes(2) ? tooDeep : undefined))
    const insert = gatherInserts(collection)
    const ends = await Promise.allSettled([1, 2, 3].map(id => insert(sized(id))))
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(ends[1]).toMatchObject({ reason: tooDeep })
    expect(sent).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it.each([
    ['that did not arrive, for all we know', new MongoNetworkError('lost')],
    ['that the server broke off', new MongoServerError({ message: 'shutdown', code: 11600 })],
  ])('of a command %s all fail, and none is sent a second time', async (_, error) => {
    const { collection, sent } = collectionOf(() => error)
    const insert = gatherInserts(collection)
    const ends = await Promise.allSettled([1, 2].map(id => insert(sized(id))))
    expect(ends).toEqual([1, 2].map(() => ({ status: 'rejected', reason: error })))
    expect(sent).toEqual([[1, 2]])
  })
})
