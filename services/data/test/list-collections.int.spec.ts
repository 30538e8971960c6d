import { expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const manager = { id: 'mia', roles: ['manager'] }
const ruling = (rules: object) => ({ user: manager, permission: { rules } })
const managing = ruling({ allowManagementRequests: true })

describeOnEachStore('the list of collections', {}, data => {
  const ask = (method: string, target: string, options = {}) => data().request(method, target, options)
  const stages = [{ $match: { a: 1 } }]

  it('tells of each its properties, its indexes, and about how many documents it has; none of the service’s own', async () => {
    expect(await ask('GET', '/')).toMatchObject({ status: 200, json: [], headers: { 'x-total-count': '0' } })
    for (const name of ['/b', '/a']) await ask('PUT', name)
    await ask('POST', '/a', { body: [{ n: 1 }, { n: 2 }] })
    await ask('PUT', '/a/_indexes/n', { body: { keys: { n: 1 } } })
    const aggrs = [{ uri: 'ones', type: 'pipeline', stages }]
    await ask('PATCH', '/a/_meta', { body: { description: 'Of a.', aggrs, jsonSchema: { type: 'object' } } })
    const { headers } = await ask('GET', '/a/_meta')
    const answer = await ask('GET', '/')
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })
    expect(answer.json).toEqual([
      {
        _id: 'a',
        _etag: { $oid: headers.etag?.replaceAll('"', '') },
        description: 'Of a.',
        hasSchema: true,
        aggrs: ['ones'],
        documents: 2,
        indexes: 2,
      },
      { _id: 'b', _etag: expect.anything(), hasSchema: false, aggrs: [], documents: 0, indexes: 1 },
    ])
  })

  it('comes in pages', async () => {
    for (const name of ['/c', '/d', '/e']) await ask('PUT', name)
    const page = await ask('GET', '/?page=2&pagesize=2')
    expect(page).toMatchObject({ json: [{ _id: 'c' }, { _id: 'd' }], headers: { 'x-total-count': '5' } })
    expect((await ask('GET', '/?page=9')).json).toEqual([])
    for (const query of ['page=0', 'pagesize=1001', 'pagesize=x', 'pagsize=1', 'filter={}']) {
      expect(await ask('GET', `/?${query}`)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    }
  })

  it('is for those who manage collections, under a permission without rules', async () => {
    expect((await ask('GET', '/', managing)).status).toBe(200)
    expect((await ask('GET', '/', ruling({}))).status).toBe(403)
    const narrowed = ruling({ allowManagementRequests: true, readFilter: { a: 1 } })
    expect((await ask('GET', '/', narrowed)).status).toBe(403)
  })
})

describeOnEachStore('the list of databases', { tier: 'dedicated' }, data => {
  const ask = (method: string, target: string, options = {}) => data().request(method, target, options)

  it('tells how many collections each has, and that of one database lists these', async () => {
    await ask('PUT', '/shop')
    await ask('PUT', '/shop/parts')
    await ask('PUT', '/sluice/notes')
    const { json, status } = await ask('GET', '/')
    expect(status).toBe(200)
    expect(json).toContainEqual({ _id: 'shop', _etag: expect.anything(), collections: 1 })
    expect(json).toContainEqual(expect.objectContaining({ _id: 'sluice', collections: 1 }))
    expect(await ask('GET', '/shop')).toMatchObject({ status: 200, json: [{ _id: 'parts', documents: 0 }] })
    expect(await ask('GET', '/sluice')).toMatchObject({ status: 200, json: [{ _id: 'notes' }] })
    expect((await ask('GET', '/none')).status).toBe(404)
    for (const path of ['/', '/shop']) {
      expect((await ask('GET', path, managing)).status).toBe(200)
      expect((await ask('GET', path, ruling({}))).status).toBe(403)
    }
  })
})
