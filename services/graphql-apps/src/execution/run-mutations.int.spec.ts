import { describe, expect, it } from '@jest/globals'
import { type AppRunner, compileTestApp } from '../testing/app-runner.ts'
import { mutationShop, useMutationShop } from '../testing/mutation-shop.ts'
import { describeOnEachStore } from '../testing/on-each-store.ts'

function promises(runner: () => AppRunner): void {
  const { stored, run } = useMutationShop(runner)

  describe('a mutation', () => {
    it('runs its fields one after the other, each read before the next one writes', async () => {
      const query = `mutation {
        one: upsert(id: "a", n: 1) { n related { n } }
        two: upsert(id: "a", n: 1) { n related { n } }
        gone: remove(id: "a") { n related { n } }
        again: upsert(id: "a", n: 1) { n item }
      }`
      expect((await run(query)).data).toEqual({
        one: { n: 2, related: [{ n: 2 }] },
        two: { n: 3, related: [{ n: 3 }] },
        gone: { n: 3, related: [] },
        again: { n: 1, item: 'made' },
      })
    })

    it('goes on after a nullable field that failed, and ends at a non-null one', async () => {
      const open = await run('mutation { addCount(id: "a") addId(id: "after") }')
      expect([open.data, open.codes]).toEqual([{ addCount: null, addId: 'after' }, ['CONFLICT']])
      const shut = await run('mutation { x: addId(id: "x") addNever(id: "a") { _id } y: addId(id: "y") }')
      expect([shut.data, shut.codes, shut.errors[0]?.path]).toEqual([null, ['CONFLICT'], ['addNever']])
      expect((await stored()).map(({ _id }) => _id)).toEqual(['a', 'after', 'b', 'x'])
    })

    it('answers aliases, fragments, __typename and @skip as a query does', async () => {
      const query = `mutation($no: Boolean!) { __typename first: addId(id: "1") ...Rest skipped: addId(id: "3") @include(if: $no) }
        fragment Rest on Mutation { setStatus(id: "a", status: "s") { __typename ...O } } fragment O on Order { status }`
      const { data } = await run(query, { no: false })
      expect(Object.entries(data)).toEqual([
        ['__typename', 'Mutation'],
        ['first', '1'],
        ['setStatus', { __typename: 'Order', status: 's' }],
      ])
      expect(await stored({ _id: '3' })).toEqual([])
    })

    it('writes once for a field that stands there twice', async () => {
      expect((await run('mutation { upsert(id: "a", n: 1) { n } upsert(id: "a", n: 1) { _id } }')).data).toEqual({
        upsert: { n: 2, _id: 'a' },
      })
    })

    it('writes nothing when its variables are wrong', async () => {
      expect((await run('mutation($id: ID!) { a: addId(id: "1") upsert(id: $id) { n } }')).codes).toEqual([
        'BAD_USER_INPUT',
      ])
      expect(await stored()).toHaveLength(2)
    })

    it('writes no more documents than a request may have', async () => {
      const query = 'mutation { a: addId(id: "1") b: addId(id: "2") c: addId(id: "3") }'
      const { text, errors } = await runner().run(mutationShop({ maxDocuments: 2 }), query)
      expect([text, errors.map(error => error.code)]).toEqual(['{"a":"1","b":"2","c":null}', ['LIMIT_EXCEEDED']])
      expect((await stored()).map(({ _id }) => _id)).toEqual(['1', '2', 'a', 'b'])
    })

    it('loses no change of many requests at once', async () => {
      const asked = Array.from({ length: 40 }, () => run('mutation { upsert(id: "same", n: 1) { n } }'))
      expect((await Promise.all(asked)).flatMap(({ codes }) => codes)).toEqual([])
      expect(await stored({ _id: 'same' })).toEqual([{ _id: 'same', n: 40, item: 'made' }])
    })

    it('writes nothing when its time is over', async () => {
      const { errors } = await runner().run(mutationShop({ timeoutMs: 0 }), 'mutation { addId(id: "1") }')
      expect(errors).toMatchObject([{ code: 'TIMEOUT', message: expect.stringContaining('Nothing was written') }])
      expect(await stored()).toHaveLength(2)
    })

    it('is never run by a query, nor a query field by a mutation', async () => {
      await expect(run('query { clear }')).rejects.toThrow(/Cannot query field/)
      await expect(run('mutation { orders { _id } }')).rejects.toThrow(/Cannot query field/)
      const readOnly = compileTestApp('type Query { orders: [O] } type O { _id: ID }', {
        Query: { orders: { db: 'sluice', collection: 'orders' } },
      })
      expect((await runner().run(readOnly, 'mutation { orders { _id } }')).errors).toMatchObject([
        { code: 'OPERATION_RESOLUTION_FAILURE' },
      ])
      expect(await stored()).toHaveLength(2)
    })

    it('asks the store for nothing when it writes without looking', async () => {
      await run('mutation { add(item: "x") { item } remove(id: "a") { status } }')
      expect(runner().asked).toEqual([])
    })
  })
}

describeOnEachStore('mutations', promises)
