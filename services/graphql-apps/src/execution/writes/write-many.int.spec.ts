import { describe, expect, it } from '@jest/globals'
import type { AppRunner } from '../../testing/app-runner.ts'
import { mutationShop, useMutationShop } from '../../testing/mutation-shop.ts'
import { describeOnEachStore } from '../../testing/on-each-store.ts'

function promises(runner: () => AppRunner): void {
  const { collection, load, stored, run } = useMutationShop(runner)

  describe('updateMany and deleteMany', () => {
    it('count the documents that they matched', async () => {
      const query = 'mutation { close(status: "open") again: close(status: "open") purge(status: "closed") }'
      expect((await run(query)).data).toEqual({ close: 2, again: 0, purge: 2 })
      expect(await stored()).toEqual([])
    })

    it('write nothing when there are more than maxAffected', async () => {
      await load(...['a', 'b', 'c', 'd'].map(_id => ({ _id, status: 'open' })))
      const { data, codes } = await run('mutation { closeFew(status: "open") purge(status: "open") }')
      expect([data, codes]).toEqual([{ closeFew: null, purge: null }, ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED']])
      expect(await stored({ status: 'open' })).toHaveLength(4)
      await run(
        'mutation { setStatus(id: "d", status: "x") { _id } setStatus2: setStatus(id: "c", status: "x") { _id } }',
      )
      expect((await run('mutation { closeFew(status: "open") }')).data).toEqual({ closeFew: 2 })
    })

    it('write nothing when there are more than the documents of a request', async () => {
      const small = mutationShop({ maxDocuments: 1 })
      const { errors } = await runner().run(small, 'mutation { close(status: "open") clear }')
      expect(errors.map(error => error.code)).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
      expect(errors[0]?.message).toMatch(/Nothing was written/)
      expect(await stored({ status: 'open' })).toHaveLength(2)
    })

    it('go through more documents than one batch', async () => {
      await load(...Array.from({ length: 1203 }, (_, _id) => ({ _id, status: 'open' })))
      expect((await run('mutation { close(status: "open") }')).data).toEqual({ close: 1203 })
      expect(await collection().count({ status: 'closed', _etag: { $exists: true } })).toBe(1203)
      expect((await run('mutation { clear }')).data).toEqual({ clear: 1203 })
    })

    it('are NOT_FOUND where the app asks for it, and make one by an upsert', async () => {
      expect(await run('mutation { closeAny(status: "z") }')).toMatchObject({
        data: { closeAny: null },
        codes: ['NOT_FOUND'],
      })
      expect((await run('mutation { closeAny(status: "open") }')).data).toEqual({ closeAny: true })
      expect((await run('mutation { a: upsertMany(item: "i") b: upsertMany(item: "i") }')).data).toEqual({ a: 1, b: 1 })
      expect(await stored({ item: 'i' })).toMatchObject([{ n: 2 }])
    })

    it('say how many they wrote before one that could not be', async () => {
      await collection().createIndex(
        { slot: 1 },
        { unique: true, partialFilterExpression: { slot: { $exists: true } } },
      )
      const { errors } = await run('mutation { takeSlot(status: "open") }')
      expect(errors).toMatchObject([{ code: 'CONFLICT', message: expect.stringMatching(/At least 0 of 2 documents/) }])
      await collection().dropIndex('slot_1')
      expect((await run('mutation { takeSlot(status: "open") }')).data).toEqual({ takeSlot: 2 })
    })

    it('hit everything only where the filter is empty in the mapping', async () => {
      expect((await run('mutation { clearSome }')).codes).toEqual(['BAD_USER_INPUT'])
      expect(await stored()).toHaveLength(2)
      expect((await run('mutation { clearSome(a: null) }')).data).toEqual({ clearSome: 2 })
      await load({ _id: 'a' })
      expect((await run('mutation { clear }')).data).toEqual({ clear: 1 })
    })
  })
}

describeOnEachStore('mutations of many documents', promises)
