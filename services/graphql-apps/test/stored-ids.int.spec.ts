import { expect, it } from '@jest/globals'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const appOf = (_id: string) => ({
  _id,
  descriptor: { name: 'An app', uri: 'one', enabled: true },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders' } } },
})

describeServiceOnEachStore('an app that was stored under an _id that no path can carry', {}, apps => {
  const store = (_id: string) =>
    apps().platform.changes.record('apps', _id, async transaction => {
      await transaction.collection({ db: 'sluice', collection: 'gql-apps' }).insertOne(appOf(_id))
    })

  it.each(['draft', 'validate', 'a/b', 'x\u0001', '_old'])(
    'is read, changed and deleted by /_id?id=: %j',
    async _id => {
      await store(_id)
      const path = `/gql-apps/_id?id=${encodeURIComponent(JSON.stringify(_id))}`
      expect(await apps().request('GET', path)).toMatchObject({ status: 200, json: { _id } })
      const change = { descriptor: { enabled: false } }
      expect(await apps().request('PATCH', path, { body: change })).toMatchObject({
        status: 200,
        json: { _id, descriptor: { enabled: false } },
      })
      expect((await apps().request('DELETE', path)).status).toBe(204)
      expect((await apps().request('GET', path)).status).toBe(404)
    },
  )

  it('has no second path: one that a path carries is refused there, and told its own', async () => {
    await store('plain')
    expect(await apps().request('GET', '/gql-apps/_id?id="plain"')).toMatchObject({
      status: 400,
      json: { code: 'BAD_PATH', errors: [{ path: 'id', message: expect.stringContaining('plain') }] },
    })
    expect((await apps().request('GET', '/gql-apps/plain?id="other"')).status).toBe(400)
    expect((await apps().request('DELETE', '/gql-apps/plain?dryrun=true')).status).toBe(400)
    expect((await apps().request('DELETE', '/gql-apps/plain')).status).toBe(204)
  })
})
