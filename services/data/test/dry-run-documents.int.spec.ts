import { expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import type { TestData } from '../src/testing/start-data.ts'

const permission = { _id: 'p-1', roles: ['reader'], predicate: 'path(/a)' }
const fresh = { headers: { 'if-none-match': '*' } }

describeOnEachStore('a write with dryRun=true', {}, data => {
  const stored = (collection: string) => data().platform.store.collection({ db: 'sluice', collection })
  const all = async (...names: string[]) =>
    Promise.all(names.map(name => stored(name).find({}, { sort: { _id: 1 }, limit: 1_000 })))
  const everything = () => all('acl', 'users', '_userNames', '_changes', '_changeCounters', 'auditTrail', 'tried')

  async function leavingNothing<T>(work: () => Promise<T>): Promise<T> {
    const before = await everything()
    const answer = await work()
    expect(await everything()).toEqual(before)
    return answer
  }
  const ask = (line: string, options: Parameters<TestData['request']>[2] = {}) => {
    const [method = '', target = ''] = line.split(' ')
    return data().request(method, target, options)
  }
  const tryOut = (line: string, options: Parameters<TestData['request']>[2] = {}) =>
    leavingNothing(() => ask(`${line}${line.includes('?') ? '&' : '?'}dryRun=true`, options))

  it('of a permission answers what the write would, and leaves no document, no version, no entry of the change log', async () => {
    expect(await tryOut('POST /acl', { body: permission })).toMatchObject({ status: 201, json: permission })
    expect(await tryOut('PUT /acl/p-1?wm=insert', { body: permission })).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /acl/p-1?wm=upsert', { body: permission })).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /acl/p-1', { body: permission })).toMatchObject({ status: 404 })
    expect(await ask('POST /acl', { body: permission })).toMatchObject({ status: 201 })
    expect(await tryOut('POST /acl', { body: permission })).toMatchObject({ status: 409 })
    expect(await tryOut('PATCH /acl/p-1', { body: { priority: 5 } })).toMatchObject({
      status: 200,
      json: { ...permission, priority: 5 },
    })
    expect(await tryOut('PATCH /acl/p-1', { body: { predicate: 'path(' } })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'predicate', line: 1 }] },
    })
    expect(await tryOut('DELETE /acl/p-1')).toMatchObject({ status: 204 })
    expect(await tryOut('DELETE /acl/p-1', { headers: { 'if-match': 'x' } })).toMatchObject({ status: 412 })
    expect(await ask('GET /acl/p-1')).toMatchObject({ status: 200, json: permission })
  })

  it('of a user makes no user, name or hash, and ends no key', async () => {
    const body = { _id: 'Tara', password: 'a long secret', roles: ['reader'] }
    expect(await tryOut('POST /users', { body })).toMatchObject({ status: 201, json: { _id: 'Tara' } })
    expect(await ask('POST /users', { body })).toMatchObject({ status: 201 })
    expect(await tryOut('POST /users', { body: { ...body, _id: 'tara' } })).toMatchObject({ status: 409 })
    await stored('apiKeys').insertOne({ _id: 'k', user: 'Tara' })
    expect(await tryOut('DELETE /users/Tara')).toMatchObject({ status: 204 })
    expect(await stored('apiKeys').count({ user: 'Tara' })).toBe(1)
    expect(await tryOut('PATCH /users/Tara', { body: { password: 'another' } })).toMatchObject({ status: 200 })
    expect(await tryOut('PATCH /users/Tara', { body: { roles: 'x' } })).toMatchObject({ status: 400 })
    expect(await tryOut('DELETE /users/admin')).toMatchObject({ status: 409 })
  })

  it('of a document of yours is tried out too, under the rules of the permission', async () => {
    await ask('PUT /tried')
    await ask('POST /tried', { body: { _id: 'a', n: 1, owner: 'ann' } })
    expect(await tryOut('PATCH /tried/a', { body: { $inc: { n: 1 } } })).toMatchObject({ status: 200, json: { n: 2 } })
    expect(await tryOut('PUT /tried/a', { body: { n: 7 } })).toMatchObject({ status: 200, json: { n: 7 } })
    expect(await tryOut('PATCH /tried/b?wm=upsert', { body: { n: 1 } })).toMatchObject({ status: 201 })
    expect(await tryOut('POST /tried', { body: { _id: 'a' } })).toMatchObject({ status: 409 })
    expect(await tryOut('DELETE /tried/a')).toMatchObject({ status: 204 })
    const narrowed = { user: { id: 'bob', roles: ['r'] }, permission: { rules: { writeFilter: { owner: 'bob' } } } }
    expect(await tryOut('DELETE /tried/a', narrowed)).toMatchObject({ status: 404 })
    const reading = { user: { id: 'bob', roles: ['r'] }, permission: { rules: { readFilter: { owner: 'bob' } } } }
    const unseen = await tryOut('POST /tried', { ...reading, body: { _id: 'c', owner: 'ann' } })
    expect(unseen).toMatchObject({ status: 201, json: { _id: 'c' } })
    expect(unseen.json).not.toHaveProperty('owner')
  })

  it('is 400 where it is not honoured, has another value, or is misspelt, and nothing is written then', async () => {
    const lines = [
      'PATCH /tried/*?filter={}&dryRun=true',
      'DELETE /tried/*?filter={}&dryRun=true',
      'GET /tried?dryRun=true',
    ]
    for (const line of lines) {
      const answer = await leavingNothing(() => ask(line, { body: line.startsWith('PATCH') ? { n: 0 } : undefined }))
      expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', errors: [{ path: 'dryRun' }] } })
    }
    for (const query of [
      'dryrun=true',
      'dryRun=yes',
      'dryRun=',
      'dry-run=true',
      'dryRun=true&dryRun=true',
      'trial=1',
    ]) {
      for (const [line, body] of [
        ['POST /acl', { ...permission, _id: 'p-2' }],
        ['PUT /acl/p-1', permission],
        ['DELETE /acl/p-1', undefined],
        ['PATCH /users/Tara', { team: 'x' }],
      ] as const) {
        const answer = await leavingNothing(() => ask(`${line}?${query}`, { body }))
        expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
      }
    }
    const list = await leavingNothing(() => ask('POST /acl?dryRun=true', { body: [permission] }))
    expect(list).toMatchObject({ status: 400, json: { errors: [{ path: 'dryRun' }] } })
  })

  it('and with dryRun=false is carried out', async () => {
    expect(await ask('PATCH /acl/p-1?dryRun=false', { body: { priority: 9 } })).toMatchObject({ status: 200 })
    expect(await ask('GET /acl/p-1')).toMatchObject({ json: { priority: 9 } })
  })
})

describeOnEachStore('If-None-Match: * on a write of a document', {}, data => {
  const ask = (line: string, options: Parameters<TestData['request']>[2] = {}) => {
    const [method = '', target = ''] = line.split(' ')
    return data().request(method, target, options)
  }

  it.each(['/acl', '/fresh'])(
    'is 412 where there is one, and makes it where there is none, in %s',
    async collection => {
      if (collection !== '/acl') await ask(`PUT ${collection}`)
      const body = { _id: 'n-1', roles: ['reader'], predicate: 'path(/a)' }
      expect(await ask(`PUT ${collection}/n-1`, { ...fresh, body })).toMatchObject({ status: 404 })
      expect(await ask(`PUT ${collection}/n-1?wm=upsert`, { ...fresh, body })).toMatchObject({ status: 201 })
      const { json } = await ask(`GET ${collection}/n-1`)
      for (const line of [
        `PUT ${collection}/n-1`,
        `PUT ${collection}/n-1?wm=upsert`,
        `PUT ${collection}/n-1?wm=insert`,
      ]) {
        expect(await ask(line, { ...fresh, body })).toMatchObject({
          status: 412,
          json: { code: 'PRECONDITION_FAILED' },
        })
      }
      for (const wm of ['insert', 'update', 'upsert']) {
        const patched = await ask(`PATCH ${collection}/n-1?wm=${wm}`, { ...fresh, body: { priority: 1 } })
        expect(patched).toMatchObject({ status: 412 })
        expect(await ask(`POST ${collection}?wm=${wm}`, { ...fresh, body })).toMatchObject({ status: 412 })
      }
      const listed = await ask(`POST ${collection}`, { ...fresh, body: [body, { ...body, _id: 'n-2' }] })
      expect(listed).toMatchObject({
        status: 207,
        json: { inserted: 1, errors: [{ index: 0, code: 'PRECONDITION_FAILED' }] },
      })
      expect(await ask(`DELETE ${collection}/n-1`, fresh)).toMatchObject({ status: 412 })
      expect((await ask(`GET ${collection}/n-1`)).json).toEqual(json)
      expect(await ask(`PATCH ${collection}/n-3?wm=upsert`, { ...fresh, body: { ...body, _id: 'n-3' } })).toMatchObject(
        {
          status: 201,
        },
      )
    },
  )

  it('makes one document of many writes at the same time; all others are 412', async () => {
    await ask('PUT /raced')
    const writes = Array.from({ length: 12 }, (_, by) => ask('PUT /raced/one?wm=upsert', { ...fresh, body: { by } }))
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 412)])
  })

  it('is 400 in any other form, and of many documents', async () => {
    const headers = { 'if-none-match': '"65a1b2c3d4e5f60718293a4b"' }
    for (const line of ['POST /fresh', 'PUT /fresh/n-1', 'PATCH /fresh/n-1', 'DELETE /fresh/n-1']) {
      const body = line.startsWith('DELETE') ? undefined : { n: 1 }
      expect(await ask(line, { headers, body })).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } })
    }
    expect(await ask('DELETE /fresh/*?filter={}', fresh)).toMatchObject({ status: 400 })
  })
})
