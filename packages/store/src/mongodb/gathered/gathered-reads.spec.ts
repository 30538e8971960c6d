import { describe, expect, it } from '@jest/globals'
import { deserialize } from 'bson'
import fc from 'fast-check'
import { MongoNetworkError, MongoServerError } from 'mongodb'
import { encode } from '../../bson-codec.ts'
import type { Document, FindOptions } from '../../port.ts'
import { gatherReads, type PlainFind } from './gathered-reads.ts'

/** Finds among documents as a server does, and notes the filter of each command. */
function serverOf(documents: readonly Document[], failing: (filter: Document) => Error | undefined = () => undefined) {
  const sent: unknown[] = []
  const find = async ({ filter }: PlainFind) => {
    sent.push(filter._id)
    const error = failing(filter)
    if (error) throw error
    const asked = idsOf(filter._id)
    return documents.filter(({ _id }) => asked.includes(_id)).map(encode)
  }
  return { sent, find }
}

function idsOf(condition: unknown): readonly unknown[] {
  if (typeof condition !== 'object' || condition === null) return [condition]
  const { $eq, $in = [$eq] } = condition as { $in?: readonly unknown[]; $eq?: unknown }
  return $in
}

const byId = (id: unknown, options: FindOptions = {}): PlainFind => ({
  filter: { _id: id },
  options: { limit: 1, ...options },
  maxTimeMs: 5000,
})
const named = (...ids: readonly (string | number)[]) => ids.map(_id => ({ _id, name: `n${_id}` }))
const shown = (read: readonly Uint8Array[] | undefined) => read?.map(bytes => deserialize(bytes)._id)

describe('reads by id', () => {
  it('of one turn share a command, each has its own document, and a lone one is asked as it came', async () => {
    const { sent, find } = serverOf(named('a', 'b', 7))
    const read = gatherReads(find)
    const found = await Promise.all([read(byId('a')), read(byId({ $eq: 'b' })), read(byId(7)), read(byId('a'))])
    expect(found.map(shown)).toEqual([['a'], ['b'], [7], ['a']])
    await read(byId('b'))
    expect(sent).toEqual([{ $in: ['a', 'b', 7] }, 'b'])
  })

  it('give whatever the same reads give one by one', async () => {
    const id = fc.oneof(fc.constantFrom('a', 'b', '1', '', 1, 2, 1.5, -0, Number.NaN), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id), fc.array(id), async (stored, asked) => {
        const { find } = serverOf(named(...stored))
        const read = gatherReads(find)
        const together = await Promise.all(asked.map(async each => read(byId(each))))
        const alone = await Promise.all(asked.map(each => find(byId(each))))
        expect(together.map(shown)).toEqual(alone.map(shown))
      }),
    )
  })

  it('are asked by themselves where no document has the very bytes of the id', async () => {
    const asLong = { _id: 7 }
    const sent: unknown[] = []
    // A collation takes one text for another, a number is one of another type.
    const read = gatherReads(async ({ filter: { _id } }) => {
      sent.push(_id)
      return _id === 'A' ? [encode({ _id: 'a' })] : [encode({ _id: 'b' })]
    })
    const found = await Promise.all([read(byId('A')), read(byId('b')), read(byId(asLong._id))])
    expect(found.map(shown)).toEqual([['a'], ['b'], ['b']])
    expect(sent).toEqual([{ $in: ['A', 'b', 7] }, 'A', 7])
  })

  it('with one projection share a command, whether they want the _id or not', async () => {
    const { sent, find } = serverOf(named('a', 'b', 'c'))
    const read = gatherReads(find)
    const onlyName = () => ({ projection: { name: 1 } as const })
    await Promise.all([read(byId('a', onlyName())), read(byId('b')), read(byId('c', onlyName()))])
    expect(sent).toEqual([{ $in: ['a', 'c'] }, 'b'])
    const bare = await Promise.all([
      read(byId('a', { projection: { _id: 0, name: 1 } })),
      read(byId('b', onlyName())),
      read(byId('c', { projection: { _id: 0 } })),
    ])
    expect(bare.map(found => found?.map(bytes => deserialize(bytes)))).toEqual([
      [{ name: 'na' }],
      [{ _id: 'b', name: 'nb' }],
      [{ _id: 'c', name: 'nc' }],
    ])
    expect(sent.slice(2)).toEqual([{ $in: ['a', 'b'] }, 'c'])
  })

  it.each([
    ['more than one document', byId('a', { limit: 2 })],
    ['what every write has left', byId('a', { linearizable: true })],
    ['a part of what is found', byId('a', { skip: 1 })],
    ['an order', byId('a', { sort: { a: 1 } })],
    ['an index', byId('a', { hint: '_id_' })],
    ['several ids', byId({ $in: ['a'] })],
    ['a pattern', byId(/a/)],
    ['nothing', byId(null)],
    ['a second condition', { ...byId('a'), filter: { _id: 'a', tenant: 1 } }],
    ['another field', { ...byId('a'), filter: { tenant: 1 } }],
  ])('are none that ask for %s', (_, asked) => {
    expect(gatherReads(serverOf([]).find)(asked)).toBeUndefined()
  })

  it('are 64 to a command at most', async () => {
    const ids = Array.from({ length: 70 }, (_, at) => at)
    const { sent, find } = serverOf(named(...ids))
    const read = gatherReads(find)
    const found = await Promise.all(ids.map(async each => read(byId(each))))
    expect(found.map(shown)).toEqual(ids.map(each => [each]))
    expect(sent).toEqual([{ $in: ids.slice(0, 64) }, { $in: ids.slice(64) }])
  })

  it('of a command that is refused are each asked alone, and those of one that is lost all fail', async () => {
    const isTogether = ({ _id }: Document) => typeof _id === 'object'
    const refused = serverOf(named('a', 'b'), filter =>
      isTogether(filter) ? new MongoServerError({ message: 'no', code: 2 }) : undefined,
    )
    const read = gatherReads(refused.find)
    expect((await Promise.all([read(byId('a')), read(byId('b'))])).map(shown)).toEqual([['a'], ['b']])
    const lost = new MongoNetworkError('lost')
    const away = serverOf(named('a', 'b'), () => lost)
    const readAway = gatherReads(away.find)
    const ends = await Promise.allSettled([readAway(byId('a')), readAway(byId('b'))])
    expect(ends).toEqual([1, 2].map(() => ({ status: 'rejected', reason: lost })))
    expect(away.sent).toEqual([{ $in: ['a', 'b'] }])
  })

  it('go alone where their documents do not fit in one answer', async () => {
    const { sent, find } = serverOf(named('a', 'b'))
    const read = gatherReads(asked => (typeof asked.filter._id === 'object' ? Promise.resolve(undefined) : find(asked)))
    expect((await Promise.all([read(byId('a')), read(byId('b'))])).map(shown)).toEqual([['a'], ['b']])
    expect(sent).toEqual(['a', 'b'])
  })
})
