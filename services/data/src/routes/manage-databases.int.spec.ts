import { expect, it } from '@jest/globals'
import { describeOnEachStore } from '../testing/on-each-store.ts'

const manager = { id: 'ada', roles: ['manager'] }
const without = { user: manager, permission: { rules: {} } }
const allowed = { user: manager, permission: { rules: { allowManagementRequests: true } } }

describeOnEachStore('databases of the dedicated tier', { tier: 'dedicated' }, data => {
  it('are made by PUT, 201 and then 200, by whose permission allows it', async () => {
    expect((await data().request('PUT', '/shop', without)).status).toBe(403)
    const made = await data().request('PUT', '/shop', allowed)
    expect(made).toMatchObject({ status: 201, json: { _id: 'shop' }, headers: { location: '/shop' } })
    expect((await data().request('PUT', '/shop')).status).toBe(200)
    expect((await data().request('GET', '/shop/_meta')).headers.etag).toBe(made.headers.etag)
    expect((await data().request('GET', '/shop/_meta', without)).status).toBe(403)
  })

  it('are removed only with their ETag, with all they hold', async () => {
    await data().request('PUT', '/gone/orders')
    await data().request('POST', '/gone/orders', { body: { _id: 'a' } })
    const { etag = '' } = (await data().request('GET', '/gone/_meta')).headers
    expect(await data().request('DELETE', '/gone')).toMatchObject({ status: 409, json: { code: 'IF_MATCH_REQUIRED' } })
    expect(
      (await data().request('DELETE', '/gone', { headers: { 'if-match': '"65a1b2c3d4e5f60718293a4b"' } })).status,
    ).toBe(412)
    expect((await data().request('DELETE', '/gone', { ...without, headers: { 'if-match': etag } })).status).toBe(403)
    expect((await data().request('DELETE', '/gone', { headers: { 'if-match': etag } })).status).toBe(204)
    expect((await data().request('GET', '/gone/orders')).status).toBe(404)
    expect((await data().request('GET', '/gone/_meta')).status).toBe(404)
    expect((await data().request('DELETE', '/gone', { headers: { 'if-match': etag } })).status).toBe(404)
  })

  it("400 for names that are the service's own, malformed, or with a body", async () => {
    for (const name of ['users', 'local', 'config', 'admin', '_x', 'a.b', 'x'.repeat(39), '-a']) {
      expect(await data().request('PUT', `/${name}`)).toMatchObject({ status: 400, json: { code: 'BAD_PATH' } })
    }
    expect((await data().request('PUT', '/shop2', { body: { a: 1 } })).status).toBe(400)
  })

  it('409 for a name that differs from that of another in the case of letters alone', async () => {
    for (const target of ['/SLUICE', '/Sluice/orders', '/sluicE']) {
      expect(await data().request('PUT', target)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    }
    expect((await data().request('GET', '/SLUICE/_meta')).status).toBe(404)
    expect((await data().request('PUT', '/shop/orders')).status).toBe(201)
    expect((await data().request('PUT', '/shop/ORDERS')).status).toBe(201)
  })

  it('the default one stays', async () => {
    expect((await data().request('DELETE', '/sluice', { headers: { 'if-match': '*' } })).status).toBe(403)
  })

  it('what the server keeps for itself is out of reach, also to the owner', async () => {
    for (const path of [
      '/local/oplog.rs',
      '/config/settings',
      '/admin/system.users',
      '/sluice/apiKeys',
      '/shop/system.views',
      '/shop/_collections',
      '/a.b/c',
      '/$x/c',
    ]) {
      expect((await data().request('GET', path)).status).toBe(404)
    }
    expect((await data().request('GET', '/local/_meta')).status).toBe(404)
  })
})
