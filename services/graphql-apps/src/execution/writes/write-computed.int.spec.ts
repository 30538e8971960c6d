import { beforeEach, describe, expect, it } from '@jest/globals'
import type { AppRunner } from '../../testing/app-runner.ts'
import { useMutationShop } from '../../testing/mutation-shop.ts'
import { describeOnEachStore } from '../../testing/on-each-store.ts'

function promises(runner: () => AppRunner): void {
  const { load, stored, run } = useMutationShop(runner)

  describe('in a collection with a JSON Schema', () => {
    beforeEach(async () => {
      const jsonSchema = { properties: { n: { maximum: 5 }, item: { type: 'string' } } }
      await runner().setSchema('orders', jsonSchema)
    })
    it('tells how many of many it wrote', async () => {
      await load({ _id: 'a', item: 'i', n: 4 }, { _id: 'b', item: 'i', n: 5 })
      const { errors } = await run('mutation { upsertMany(item: "i") }')
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringMatching(/At least [01] of 2/) }])
      expect(await stored({ n: { $gt: 5 } })).toEqual([])
    })

    it('loses no change of requests at once: each is made, or a CONFLICT', async () => {
      const asked = Array.from({ length: 6 }, () => run('mutation { upsert(id: "b", n: 1) { n } }'))
      const codes = (await Promise.all(asked)).flatMap(each => each.codes)
      expect(codes.filter(code => code !== 'CONFLICT' && code !== 'BAD_USER_INPUT')).toEqual([])
      expect(await stored({ _id: 'b' })).toMatchObject([{ n: 6 - codes.length }])
    })

    it('stores only what fits it, whichever way it is written', async () => {
      const many = '[{_id: "1"}, {_id: "2", item: null}]'
      for (const field of [
        'addWhole(order: {n: 6}) { _id }',
        `addMany(orders: ${many}) { _id }`,
        'upsert(id: "a", n: 6) { _id }',
        'upsert(id: "u", n: 6) { _id }',
        'put(id: "a", order: {n: 6}) { _id }',
        'putUpsert(id: "u", item: null) { _id }',
        'patchData(id: "a", patch: {item: 5}) { _id }',
      ]) {
        expect([field, (await run(`mutation { ${field} }`)).codes]).toEqual([field, ['BAD_USER_INPUT']])
      }
      expect(await stored()).toEqual([
        { _id: 'a', status: 'open', n: 1, customerId: 'c1' },
        { _id: 'b', status: 'open' },
      ])
      const query = `mutation { addWhole(order: {_id: "w", n: 5}) { n } a: upsert(id: "a", n: 2) { n customer { name } }
        u: upsert(id: "u", n: 5) { n item } put(id: "b", order: {n: 1}) { n } upsertItem(item: "i") close(status: "open") }`
      expect((await run(query)).data).toEqual({
        addWhole: { n: 5 },
        a: { n: 3, customer: { name: 'Ada' } },
        u: { n: 5, item: 'made' },
        put: { n: 1 },
        upsertItem: 1,
        close: 1,
      })
      expect(await stored()).toMatchObject([
        { _id: 'a', n: 3, status: 'closed' },
        { _id: 'b', n: 1 },
        { _id: 'u', n: 5, item: 'made' },
        { _id: 'w', n: 5 },
        { item: 'i', n: 1 },
      ])
    })
  })
}

describeOnEachStore('mutations under a JSON Schema', promises)
