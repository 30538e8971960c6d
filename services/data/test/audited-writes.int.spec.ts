import { beforeEach, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const PASSWORD = 'the password of somebody'
const permission = { roles: ['reader'], predicate: "path('/orders')" }

describeOnEachStore('the audit trail of users and permissions', {}, data => {
  const trail = () => data().platform.store.collection({ db: 'sluice', collection: AUDIT_COLLECTION })
  const lines = () => trail().find({}, { sort: { _id: 1 } })
  const call = (method: string, path: string, body?: object) =>
    data().request(method, path, { body, grant: { clientAddress: '203.0.113.9' } })

  beforeEach(() => trail().deleteMany({}))

  it('says who saved and deleted which one, from where, and the names of the fields that changed', async () => {
    await call('POST', '/users', { _id: 'eve', password: PASSWORD, roles: [], team: 'crimson' })
    await call('PATCH', '/users/eve', { team: 'azure', roles: [] })
    await call('PATCH', '/users/eve', { password: 'another password' })
    await call('DELETE', '/users/eve')
    await call('POST', '/acl', { _id: 'orders', ...permission })
    await call('PATCH', '/acl/orders', { priority: 5 })
    await call('DELETE', '/acl/orders')
    const by = { actor: 'admin', from: '203.0.113.9' }
    expect(await lines()).toMatchObject([
      { ...by, action: 'user.saved', subject: 'eve', fields: expect.arrayContaining(['password', 'roles', 'team']) },
      { ...by, action: 'user.saved', fields: ['team'] },
      { ...by, action: 'user.saved', fields: ['password'] },
      { ...by, action: 'user.deleted', subject: 'eve' },
      { ...by, action: 'permission.saved', subject: 'orders', fields: expect.arrayContaining(['predicate', 'roles']) },
      { ...by, action: 'permission.saved', fields: ['priority'] },
      { ...by, action: 'permission.deleted', subject: 'orders' },
    ])
    const text = JSON.stringify(await lines())
    for (const value of [PASSWORD, 'another password', 'crimson', 'azure', '/orders', '$argon2']) {
      expect(text).not.toContain(value)
    }
  })

  it('has a line for each of many, and none for what was refused, has changed nothing or was not there', async () => {
    await call('POST', '/acl', [
      { ...permission, _id: 'a' },
      { ...permission, _id: 'b' },
    ] as object)
    expect((await lines()).map(({ subject }) => subject).sort()).toEqual(['a', 'b'])
    await trail().deleteMany({})
    await call('PUT', '/acl/c', { ...permission, predicate: 'path(' })
    await call('PATCH', '/users/admin', { disabled: true })
    await call('PATCH', '/acl/a', { roles: ['reader'] })
    await call('DELETE', '/acl/nothing')
    expect(await lines()).toEqual([])
    for (const id of ['a', 'b']) await call('DELETE', `/acl/${id}`)
  })
})
