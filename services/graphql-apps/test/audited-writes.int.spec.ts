import { expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { hashDocument } from '../src/domain/plan/trusted-documents.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const shop = {
  _id: 'shop',
  descriptor: { name: 'Shop', enabled: true },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', find: { _id: { $gt: 0 } } } } },
}

const QUERY = '{ orders { _id } }'
const TRUSTED = { [hashDocument(QUERY)]: QUERY }

describeServiceOnEachStore('the audit trail of apps', {}, apps => {
  const call = (method: string, target: string, body?: unknown) =>
    apps().request(method, `/gql-apps${target}`, { body, grant: { clientAddress: '203.0.113.9' } })

  it('says who saved and deleted one, from where, and which fields, and nothing of a dry run', async () => {
    await call('POST', '', shop)
    await call('PATCH', '/shop', { descriptor: { enabled: false } })
    await call('PATCH', '/shop?dryRun=true', { descriptor: { enabled: true } })
    for (const query of ['?dryRun=true', '', '']) await call('PUT', `/shop/documents${query}`, TRUSTED)
    await call('DELETE', '/shop?dryRun=true')
    await call('DELETE', '/shop')
    await call('DELETE', '/shop')
    const { store } = apps().platform
    const lines = await store.collection({ db: 'sluice', collection: AUDIT_COLLECTION }).find({}, { sort: { _id: 1 } })
    const by = { actor: 'admin', from: '203.0.113.9', subject: 'shop' }
    expect(lines).toMatchObject([
      { ...by, action: 'app.saved', fields: expect.arrayContaining(['descriptor', 'mappings', 'schema']) },
      { ...by, action: 'app.saved', fields: ['descriptor'] },
      { ...by, action: 'app.saved', fields: ['documents'] },
      { ...by, action: 'app.deleted' },
    ])
    expect(JSON.stringify(lines)).not.toContain('orders')
  })
})
