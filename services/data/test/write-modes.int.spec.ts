import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const ann: SignedRequest['user'] = { id: 'ann', roles: ['writer'] }
const rules = (more: object = {}): SignedRequest['permission'] => ({ rules: { allowWriteMode: true, ...more } })

describeOnEachStore('?wm=', {}, data => {
  const orders = () => data().platform.store.collection({ db: 'sluice', collection: 'orders' })
  const users = () => data().platform.store.collection({ db: 'sluice', collection: 'users' })
  const send = (line: string, body: unknown, more: Partial<SignedRequest> = {}) => {
    const [method = '', target = ''] = line.split(' ')
    return data().request(method, target, { body, ...more })
  }

  beforeAll(async () => {
    await data().request('PUT', '/orders')
  })
  beforeEach(async () => {
    await orders().deleteMany({})
    await orders().insertMany([
      { _id: 'a', n: 1, owner: 'ann', kept: true },
      { _id: 'b', n: 1, owner: 'bob', kept: true },
    ])
  })

  const answers: [line: string, body: Document, status: number, stored: Document | undefined][] = [
    ['POST /orders', { _id: 'a', n: 2 }, 409, { n: 1, kept: true }],
    ['POST /orders?wm=insert', { _id: 'a', n: 2 }, 409, { n: 1, kept: true }],
    ['POST /orders?wm=insert', { _id: 'z', n: 2 }, 201, { n: 2 }],
    ['POST /orders?wm=upsert', { _id: 'a', n: 2 }, 200, { n: 2 }],
    ['POST /orders?wm=upsert', { _id: 'z', n: 2 }, 201, { n: 2 }],
    ['POST /orders?wm=update', { _id: 'a', n: 2 }, 200, { n: 2 }],
    ['POST /orders?wm=update', { _id: 'z', n: 2 }, 404, undefined],
    ['PATCH /orders/a', { n: 2 }, 200, { n: 2, kept: true }],
    ['PATCH /orders/z', { n: 2 }, 404, undefined],
    ['PATCH /orders/a?wm=update', { n: 2 }, 200, { n: 2, kept: true }],
    ['PATCH /orders/z?wm=update', { n: 2 }, 404, undefined],
    ['PATCH /orders/a?wm=upsert', { n: 2 }, 200, { n: 2, kept: true }],
    ['PATCH /orders/z?wm=upsert', { n: 2, 'in.it': 1 }, 201, { n: 2, in: { it: 1 } }],
    ['PATCH /orders/z?wm=upsert', { $inc: { n: 2 }, $setOnInsert: { m: 1 } }, 201, { n: 2, m: 1 }],
    ['PATCH /orders/a?wm=upsert', { $inc: { n: 2 }, $setOnInsert: { m: 1 } }, 200, { n: 3, kept: true }],
    ['PATCH /orders/a?wm=insert', { n: 2 }, 409, { n: 1, kept: true }],
    ['PATCH /orders/z?wm=insert', { n: 2 }, 201, { n: 2 }],
    ['PUT /orders/z?wm=insert', { n: 2 }, 201, { n: 2 }],
  ]
  it.each(answers)('%s %j is %i', async (line, body, ...[status, stored]) => {
    const answer = await send(line, body)
    expect(answer.status).toBe(status)
    const id = typeof body._id === 'string' ? body._id : (/orders\/(\w)/.exec(line)?.[1] ?? '')
    const { _id, _etag, owner, ...rest } = (await orders().findOne({ _id: id })) ?? {}
    expect(_id === undefined ? undefined : rest).toEqual(stored)
    if (status < 300) expect(answer.json).toMatchObject({ _id: id, ...stored })
  })

  it('gives a new document a Location, and one that was replaced none', async () => {
    expect((await send('POST /orders?wm=upsert', { _id: 'z' })).headers.location).toBe('/orders/z')
    expect((await send('POST /orders?wm=upsert', { _id: 'z' })).headers).not.toHaveProperty('location')
    expect((await send('POST /orders?wm=upsert', { n: 5 })).status).toBe(201)
  })

  it('holds for each document of a list, and what fails is told by its place', async () => {
    const list = [{ _id: 'a', n: 2 }, { _id: 'z', n: 2 }, { n: 3 }, { _id: 'z', n: 4 }]
    const upserted = await send('POST /orders?wm=upsert', list)
    expect(upserted).toMatchObject({ status: 200, json: { inserted: 2, matched: 2, modified: 2, deleted: 0 } })
    expect(await orders().findOne({ _id: 'z' })).toMatchObject({ n: 4 })
    const updated = await send('POST /orders?wm=update', [{ _id: 'none' }, { _id: 'b', n: 9 }])
    expect(updated).toMatchObject({ status: 207, json: { inserted: 0, matched: 1, modified: 1 } })
    expect(updated.json).toMatchObject({ errors: [{ index: 0, code: 'NOT_FOUND' }] })
    const anonymous = await send('POST /orders?wm=update', [{ _id: 'b', n: 1 }, { n: 1 }])
    expect(anonymous).toMatchObject({ status: 400, json: { errors: [{ path: '1._id' }] } })
    expect(await orders().findOne({ _id: 'b' })).toMatchObject({ n: 9 })
  })

  const unknown = ['POST /orders', 'POST /orders/', 'PUT /orders/a', 'PATCH /orders/a', 'PATCH /orders/*', 'PUT /new']
  it.each(unknown)('that is no mode is refused: %s', async line => {
    for (const wm of ['both', 'UPSERT', '']) {
      const answer = await send(`${line}?wm=${wm}`, {})
      expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', errors: [{ path: 'wm' }] } })
    }
  })

  it('makes no documents by a bulk change, nor is a collection made in another way', async () => {
    for (const line of ['PATCH /orders/*?filter={"_id":"z"}&wm=upsert', 'PATCH /orders/*?filter={}&wm=insert']) {
      expect(await send(line, { n: 5 })).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    }
    expect(await send('PATCH /orders/*?filter={"_id":"a"}&wm=update', { n: 5 })).toMatchObject({ status: 200 })
    expect(await orders().count({})).toBe(2)
    expect((await send('PUT /orders?wm=upsert', undefined)).status).toBe(200)
    expect((await send('PUT /orders?wm=insert', undefined)).status).toBe(400)
  })

  it('needs a permission that allows it', async () => {
    for (const line of ['POST /orders?wm=upsert', 'PATCH /orders/z?wm=upsert', 'PUT /orders/z?wm=upsert']) {
      const answer = await send(line, { n: 1 }, { user: ann, permission: { rules: {} } })
      expect(answer.status).toBe(403)
    }
    expect(await orders().count({})).toBe(2)
  })

  it('takes nothing that a writeFilter keeps from the caller: 409 for an upsert, 404 for an update', async () => {
    const narrow = { user: ann, permission: rules({ writeFilter: { owner: 'ann' } }) }
    const lines: [line: string, body: object, status: number][] = [
      ['POST /orders?wm=upsert', { _id: 'b', n: 5 }, 409],
      ['PUT /orders/b?wm=upsert', { n: 5 }, 409],
      ['PATCH /orders/b?wm=upsert', { n: 5 }, 409],
      ['POST /orders?wm=update', { _id: 'b', n: 5 }, 404],
      ['PATCH /orders/b', { n: 5 }, 404],
      ['PATCH /orders/a?wm=upsert', { n: 5 }, 200],
    ]
    for (const [line, body, status] of lines) expect((await send(line, body, narrow)).status).toBe(status)
    expect(await orders().findOne({ _id: 'b' })).toMatchObject({ n: 1, owner: 'bob' })
    const made = await send('PATCH /orders/z?wm=upsert', { n: 5 }, narrow)
    expect(made).toMatchObject({ status: 201, json: { _id: 'z', n: 5 } })
    expect(made.json).not.toHaveProperty('owner')
    const listed = await send('POST /orders?wm=upsert', [{ _id: 'b' }, { _id: 'y' }], narrow)
    expect(listed).toMatchObject({ status: 207, json: { inserted: 1, errors: [{ index: 0, code: 'CONFLICT' }] } })
  })

  it('writes the fields of mergeRequest whichever way', async () => {
    const merging = { user: ann, permission: rules({ mergeRequest: { owner: 'ann' } }) }
    for (const id of ['b', 'y']) {
      await send('POST /orders?wm=upsert', { _id: id, owner: 'eve' }, merging)
      expect(await orders().findOne({ _id: id })).toMatchObject({ owner: 'ann' })
    }
    await send('PATCH /orders/x?wm=upsert', { owner: 'eve', $setOnInsert: { 'owner.x': 1 } }, merging)
    expect(await orders().findOne({ _id: 'x' })).toMatchObject({ owner: 'ann' })
  })

  it('changes and replaces no other document than the one whose _id mergeRequest sets', async () => {
    const lines = ['PUT /orders/b', 'PUT /orders/b?wm=upsert', 'PUT /orders/z?wm=upsert', 'PUT /orders/z?wm=insert']
    const others = [...lines, 'PATCH /orders/b', 'PATCH /orders/b?wm=upsert', 'PATCH /orders/z?wm=insert']
    const before = await orders().find({}, { sort: { _id: 1 } })
    for (const mergeRequest of [{ _id: 'a' }, { '_id.of': 'ann' }]) {
      for (const line of others) {
        const answer = await send(line, { n: 5 }, { user: ann, permission: rules({ mergeRequest }) })
        expect([line, answer.status]).toEqual([line, 403])
      }
    }
    expect(await orders().find({}, { sort: { _id: 1 } })).toEqual(before)
    const own = { user: ann, permission: rules({ mergeRequest: { _id: 'a', m: 1 } }) }
    for (const line of ['PUT /orders/a', 'PATCH /orders/a', 'POST /orders?wm=upsert']) {
      expect(await send(line, { n: 5 }, own)).toMatchObject({ status: 200, json: { _id: 'a', n: 5, m: 1 } })
    }
  })

  it('keeps If-Match: a version that has to match is not that of a document that is not there', async () => {
    const ifMatch = { headers: { 'if-match': '*' } }
    expect((await send('PATCH /orders/z?wm=upsert', { n: 1 }, ifMatch)).status).toBe(404)
    expect((await send('POST /orders?wm=upsert', { _id: 'z' }, ifMatch)).status).toBe(404)
    const stale = { headers: { 'if-match': '"65a1b2c3d4e5f60718293a4b"' } }
    expect((await send('POST /orders?wm=upsert', { _id: 'a' }, stale)).status).toBe(412)
    expect((await send('POST /orders?wm=upsert&checkEtag', { _id: 'a' })).status).toBe(409)
    expect(await orders().findOne({ _id: 'a' })).toMatchObject({ n: 1 })
  })

  it('makes one document of ten upserts at once, and loses none of their changes', async () => {
    const raise = () => send('PATCH /orders/counter?wm=upsert', { $inc: { n: 1 } })
    const statuses = (await Promise.all(Array.from({ length: 10 }, raise))).map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    expect(statuses.filter(status => status === 200)).toHaveLength(9)
    expect(await orders().findOne({ _id: 'counter' })).toMatchObject({ n: 10 })
  })

  it('makes nothing where there is no collection, or where the id is none', async () => {
    expect((await send('PATCH /nowhere/x?wm=upsert', { n: 1 })).status).toBe(404)
    expect(await data().platform.store.listCollections('sluice')).not.toContain('nowhere')
    expect((await send('PATCH /orders/_x?wm=upsert', { n: 1 })).status).toBe(400)
  })

  describe('with a JSON Schema', () => {
    beforeAll(async () => {
      await data().request('PUT', '/checked')
      const body = { jsonSchema: { type: 'object', required: ['total'], properties: { total: { type: 'number' } } } }
      expect((await data().request('PATCH', '/checked/_meta', { body })).status).toBe(200)
    })

    it('judges what would be stored', async () => {
      const lines: [line: string, body: object, status: number][] = [
        ['POST /checked?wm=upsert', { _id: 'a' }, 400],
        ['POST /checked?wm=upsert', { _id: 'a', total: 1 }, 201],
        ['POST /checked?wm=upsert', { _id: 'a', total: 'x' }, 400],
        ['PATCH /checked/b?wm=upsert', { n: 1 }, 400],
        ['PATCH /checked/b?wm=upsert', { $inc: { total: 1 } }, 201],
        ['PATCH /checked/b?wm=upsert', { $inc: { total: 1 } }, 200],
        ['PATCH /checked/b?wm=upsert', { total: 'x' }, 400],
      ]
      for (const [line, body, status] of lines) expect([line, (await send(line, body)).status]).toEqual([line, status])
      const checked = data().platform.store.collection({ db: 'sluice', collection: 'checked' })
      expect(await checked.findOne({ _id: 'b' })).toMatchObject({ total: 2 })
    })
  })

  describe('for users and permissions', () => {
    const manager = { user: { id: 'mia', roles: ['manager'] }, permission: rules() }

    it('judges an upsert like any write: no root user by who is none', async () => {
      const before = await users().findOne({ _id: 'admin' })
      const body = { _id: 'admin', password: 'taken over', roles: [] }
      for (const line of ['POST /users?wm=upsert', 'POST /users?wm=update', 'PATCH /users/admin?wm=upsert']) {
        expect((await send(line, body, manager)).status).toBe(403)
      }
      const listed = await send('POST /users?wm=upsert', [body], manager)
      expect(listed).toMatchObject({ status: 207, json: { errors: [{ index: 0, code: 'FORBIDDEN' }] } })
      expect((await send('POST /users?wm=upsert', { ...body, _id: 'r', roles: ['admin'] }, manager)).status).toBe(403)
      expect((await send('PATCH /users/r?wm=upsert', { password: 'x', roles: ['admin'] }, manager)).status).toBe(403)
      expect((await send('POST /users?wm=upsert', body)).status).toBe(409)
      expect(await users().findOne({ _id: 'admin' })).toEqual(before)
      expect(await users().count({ _id: 'r' })).toBe(0)
    })

    it('hashes passwords, and keeps the one that is there', async () => {
      expect((await send('PATCH /users/kim?wm=upsert', { password: 'secret', roles: [] })).status).toBe(201)
      const { password } = (await users().findOne({ _id: 'kim' })) ?? {}
      expect(password).toEqual(expect.stringContaining('argon2id'))
      expect((await send('POST /users?wm=upsert', { _id: 'kim', roles: ['reader'] })).status).toBe(200)
      expect(await users().findOne({ _id: 'kim' })).toMatchObject({ password, roles: ['reader'] })
      expect((await send('POST /users?wm=upsert', { _id: 'lee', roles: [] })).status).toBe(400)
      expect(await users().count({ _id: 'lee' })).toBe(0)
    })

    it('stores no permission that is none', async () => {
      const permission = { _id: 'p', roles: ['reader'], predicate: "path-prefix('/orders')" }
      expect((await send('POST /acl?wm=upsert', permission)).status).toBe(201)
      expect((await send('POST /acl?wm=upsert', { ...permission, predicate: 'nonsense(' })).status).toBe(400)
      expect((await send('PATCH /acl/q?wm=upsert', { roles: ['reader'] })).status).toBe(400)
      expect((await send('POST /acl?wm=upsert', { ...permission, priority: 3 })).status).toBe(200)
      expect((await data().request('GET', '/acl/p')).json).toMatchObject({ priority: 3 })
    })
  })
})
