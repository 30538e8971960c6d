import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verify } from '@node-rs/argon2'
import type { SignedRequest } from '@sluice/testkit'
import { startData, type TestData } from '../src/testing/start-data.ts'

const manager: SignedRequest = { user: { id: 'mia', roles: ['manager'] }, permission: { rules: {} } }
const BCRYPT = `$2b$10$${'a'.repeat(53)}`

describe('users', () => {
  let data: TestData
  const users = () => data.platform.store.collection({ db: 'sluice', collection: 'users' })

  beforeAll(async () => {
    data = await startData()
  })
  afterAll(() => data.stop())

  it('are stored with an argon2id hash that is never answered', async () => {
    const answer = await data.request('POST', '/users', {
      body: { _id: 'ada', password: 'a long secret', roles: ['reader'], team: 'x' },
    })
    expect(answer).toMatchObject({ status: 201, json: { _id: 'ada', roles: ['reader'], team: 'x' } })
    expect(answer.text).not.toContain('assword')
    const password = String((await users().findOne({ _id: 'ada' }))?.password)
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify(password, 'a long secret')).toBe(true)
    expect((await data.request('GET', '/users/ada')).text).not.toContain('assword')
  })

  it('get a new hash by PATCH, and keep the old one in a PUT that says nothing of it', async () => {
    await data.request('POST', '/users', { body: { _id: 'eva', password: 'first', roles: [] } })
    expect((await data.request('PATCH', '/users/eva', { body: { password: 'second' } })).status).toBe(200)
    const { password } = (await users().findOne({ _id: 'eva' })) ?? {}
    expect(await verify(String(password), 'second')).toBe(true)
    expect((await data.request('PUT', '/users/eva', { body: { roles: ['reader'] } })).status).toBe(200)
    expect(await users().findOne({ _id: 'eva' })).toMatchObject({ password, roles: ['reader'] })
  })

  it('are known by their names, whatever these look like', async () => {
    const body = { _id: '65a1b2c3d4e5f60718293a4b', password: 'x', roles: [] }
    await data.request('POST', '/users', { body })
    expect((await data.request('GET', `/users/${body._id}`)).status).toBe(200)
    expect((await data.request('DELETE', `/users/${body._id}`)).status).toBe(204)
  })

  describe('and their keys', () => {
    const keys = () => data.platform.store.collection({ db: 'sluice', collection: 'apiKeys' })
    const storeKey = (_id: string, user: string) =>
      keys().insertOne({
        _id,
        user,
        name: 'k',
        roles: [],
        hash: createHash('sha256').update(_id).digest('hex'),
        hint: 'abcd',
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      })
    const body = { _id: 'kim', password: 'x', roles: [] }

    it('go together: who is deleted leaves none, each told to every process and to the audit trail', async () => {
      await data.request('POST', '/users', { body })
      await storeKey('kim-1', 'kim')
      await storeKey('kim-2', 'kim')
      await storeKey('lee-1', 'lee')
      expect((await data.request('DELETE', '/users/kim')).status).toBe(204)
      expect((await keys().find({})).map(({ _id }) => _id)).toEqual(['lee-1'])
      const trail = data.platform.store.collection({ db: 'sluice', collection: 'auditTrail' })
      const lines = await trail.find({ action: 'key.revoked' })
      expect(lines.map(({ key }) => (key as { id: string }).id).sort()).toEqual(['kim-1', 'kim-2'])
      expect(lines[0]).toMatchObject({ actor: 'admin', detail: 'its holder was deleted' })
    })

    it('go also where a record is no key that anybody could use', async () => {
      await keys().insertOne({ _id: 7, user: 'kim' })
      expect((await data.request('POST', '/users', { body })).status).toBe(201)
      expect(await keys().count({ user: 'kim' })).toBe(0)
      expect((await data.request('DELETE', '/users/kim')).status).toBe(204)
    }, 10_000)

    it('stay where somebody sends an id that only reads like the name', async () => {
      await data.request('POST', '/users', { body: { ...body, _id: '7' } })
      await storeKey('seven', '7')
      expect((await data.request('POST', '/users', { body: { ...body, _id: 7 } })).status).toBe(400)
      expect(await keys().count({ user: '7' })).toBe(1)
      expect((await data.request('DELETE', '/users/7')).status).toBe(204)
    })

    it('are none for a new user of a name that somebody had, even where a deletion broke off', async () => {
      await storeKey('kim-3', 'kim')
      expect((await data.request('POST', '/users', { body })).status).toBe(201)
      expect(await keys().count({ user: 'kim' })).toBe(0)
      await storeKey('kim-4', 'kim')
      expect((await data.request('PATCH', '/users/kim', { body: { team: 'x' } })).status).toBe(200)
      expect(await keys().count({ user: 'kim' })).toBe(1)
    })
  })

  it('take a hash from a root user alone', async () => {
    const body = { _id: 'imported', passwordHash: BCRYPT, roles: [] }
    expect((await data.request('POST', '/users', { ...manager, body })).status).toBe(403)
    expect((await data.request('POST', '/users', { body })).status).toBe(201)
    expect(await users().findOne({ _id: 'imported' })).toMatchObject({ password: BCRYPT })
    for (const passwordHash of ['plain', `$2b$31$${'a'.repeat(53)}`]) {
      expect((await data.request('PATCH', '/users/imported', { body: { passwordHash } })).status).toBe(400)
    }
  })

  it.each([
    [{ password: 'x' }, 'roles'],
    [{ password: 'x', roles: 'reader' }, 'roles'],
    [{ password: 'x', roles: ['a', 'a'] }, 'roles'],
    [{ password: 'x', roles: ['with space'] }, 'roles.0'],
    [{ roles: [] }, 'password'],
    [{ password: 5, roles: [] }, 'password'],
    [{ password: '', roles: [] }, 'password'],
    [{ password: 'x', roles: [], disabled: 'yes' }, 'disabled'],
    [{ password: 'x', roles: [], _id: 'a:b' }, '_id'],
    [{ password: 'x', roles: [], _id: 7 }, '_id'],
  ])('are refused when malformed: %p names %s', async (fields, path) => {
    const answer = await data.request('POST', '/users', { body: { _id: 'bad', ...fields } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path }] } })
    expect(await users().findOne({ _id: 'bad' })).toBeUndefined()
  })

  it('have a password that no operator moves', async () => {
    for (const body of [
      { $rename: { password: 'seen' } },
      { $unset: { password: 1 } },
      { 'password.x': 1 },
      { $rename: { team: 'password' } },
    ]) {
      expect((await data.request('PATCH', '/users/ada', { body })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await data.request('PATCH', '/users/ada', { body: { $unset: { roles: 1 } } })).status).toBe(400)
    expect(await users().findOne({ _id: 'ada' })).toMatchObject({
      roles: ['reader'],
      password: expect.stringContaining('argon2id'),
    })
  })

  it('with the root role are written by root users alone', async () => {
    const asManager = (method: string, target: string, body?: object) =>
      data.request(method, target, { ...manager, body })
    expect((await asManager('POST', '/users', { _id: 'r', password: 'x', roles: ['admin'] })).status).toBe(403)
    expect((await asManager('POST', '/users', { _id: 'ok', password: 'x', roles: ['reader'] })).status).toBe(201)
    expect((await asManager('PATCH', '/users/ok', { $push: { roles: 'admin' } })).status).toBe(403)
    expect((await asManager('PUT', '/users/admin', { password: 'x', roles: [] })).status).toBe(403)
    expect((await asManager('PATCH', '/users/admin', { password: 'taken' })).status).toBe(403)
    expect((await asManager('DELETE', '/users/admin')).status).toBe(403)
    expect(await users().findOne({ _id: 'ok' })).toMatchObject({ roles: ['reader'] })
    expect((await data.request('PATCH', '/users/ok', { body: { roles: ['admin'] } })).status).toBe(200)
  })

  it('that a caller may not write answer like missing ones, the root user too', async () => {
    const permission = { rules: { writeFilter: { _id: 'manager' } } }
    for (const method of ['DELETE', 'PATCH', 'PUT']) {
      const body = method === 'DELETE' ? undefined : { roles: ['x'] }
      for (const id of ['admin', 'ok', 'nobody']) {
        expect((await data.request(method, `/users/${id}`, { ...manager, permission, body })).status).toBe(404)
      }
    }
  })

  it('are written one by one from a list, each by its own rules', async () => {
    const body = [
      { _id: 'l1', password: 'x', roles: [] },
      { _id: 'ada', password: 'x', roles: [] },
      { _id: 'l2', password: 'x', roles: ['admin'] },
    ]
    const answer = await data.request('POST', '/users', { ...manager, body })
    expect(answer).toMatchObject({
      status: 207,
      json: {
        inserted: 1,
        errors: [
          { index: 1, code: 'CONFLICT' },
          { index: 2, code: 'FORBIDDEN' },
        ],
      },
    })
  })

  it('tell every process of each change, and of no write that was refused', async () => {
    const heard: string[] = []
    await data.platform.changes.follow({
      topic: 'users',
      reload: async () => undefined,
      apply: async id => void heard.push(id),
    })
    await data.request('PATCH', '/users/ada', { body: { team: 'y' } })
    await data.request('PATCH', '/users/ada', { body: { roles: 'broken' } })
    await data.request('DELETE', '/users/nobody')
    expect(heard).toEqual(['ada', 'nobody'])
  })
})

describe('acl', () => {
  let data: TestData
  const permission = { _id: 'p', roles: ['reader'], predicate: "path-prefix('/orders')", priority: 5 }

  beforeAll(async () => {
    data = await startData()
  })
  afterAll(() => data.stop())

  it('stores a permission with its filters as they were sent', async () => {
    const mongo = {
      readFilter: { $or: [{ owner: '@user._id' }, { 'address.city': 'Bari' }] },
      projectResponse: { cost: 0 },
    }
    const apiKeys = { roles: ['reader'], 'max-expires-in-days': 30 }
    const answer = await data.request('POST', '/acl', { body: { ...permission, mongo, apiKeys } })
    expect(answer).toMatchObject({ status: 201, json: { mongo, apiKeys } })
    expect((await data.request('GET', '/acl/p')).json).toMatchObject({ mongo, apiKeys })
  })

  it.each([
    [{ apiKeys: { role: ['reader'] } }, 'apiKeys.role'],
    [{ apiKeys: { roles: [] } }, 'apiKeys.roles'],
    [{ apiKeys: { roles: ['a', 'a'] } }, 'apiKeys.roles'],
    [{ apiKeys: { roles: ['a'], 'max-expires-in-days': 0 } }, 'apiKeys.max-expires-in-days'],
    [{ apiKeys: { roles: ['a'], 'max-keys-per-user': 1.5 } }, 'apiKeys.max-keys-per-user'],
    [{ roles: [] }, 'roles'],
    [{ Priority: 1 }, 'Priority'],
    [{ readFilter: {} }, 'readFilter'],
  ])('400 names the field: %p', async (fields, path) => {
    const answer = await data.request('POST', '/acl', { body: { ...permission, _id: 'bad', ...fields } })
    const { errors } = answer.json as { errors: { path: string }[] }
    expect(answer.status).toBe(400)
    expect(errors.map(error => error.path)).toContain(path)
    expect((await data.request('GET', '/acl/bad')).status).toBe(404)
  })

  it('400 says where in a predicate the fault is', async () => {
    const answer = await data.request('POST', '/acl', {
      body: { ...permission, _id: 'bad', predicate: "path('/a') and\n pth('/b')" },
    })
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'predicate', line: 2, column: expect.any(Number) }] },
    })
  })

  describe('with rules that are not applied wherever it lets somebody in', () => {
    const warned = { _id: 'w', roles: ['reader'], predicate: "path-prefix('/')", mongo: { readFilter: { a: 1 } } }
    type WarnedAnswer = { _warnings?: { path: string; message: string; index?: number }[] }
    const told = (answer: { json: unknown }) => (answer.json as WarnedAnswer)._warnings ?? []

    it('400 names each rule that can be applied nowhere, and nothing is stored', async () => {
      const body = { ...warned, _id: 'nowhere', predicate: "path-prefix('/graphql')" }
      expect(await data.request('POST', '/acl', { body })).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'mongo.readFilter', message: expect.stringContaining('/graphql/<uri>') }] },
      })
      expect((await data.request('GET', '/acl/nowhere')).status).toBe(404)
    })

    it('the answers of POST, PUT and PATCH name the rule and the paths, which are never stored', async () => {
      await data.request('DELETE', '/acl/w')
      const made = await data.request('POST', '/acl', { body: warned })
      expect(made.status).toBe(201)
      expect(told(made)).toEqual([{ path: 'mongo.readFilter', message: expect.stringContaining('GET /events/tail') }])
      const again = await data.request('PUT', '/acl/w', { body: made.json })
      expect([again.status, told(again)]).toEqual([200, told(made)])
      const back = { priority: 3, _warnings: told(made), '_warnings.0.path': 'x' }
      const changed = await data.request('PATCH', '/acl/w', { body: back })
      expect([changed.status, told(changed)]).toEqual([200, told(made)])
      const stored = await data.platform.store.collection({ db: 'sluice', collection: 'acl' }).findOne({ _id: 'w' })
      expect(Object.keys(stored ?? {})).not.toContain('_warnings')
      expect(told(await data.request('GET', '/acl/w'))).toEqual([])
      const narrowed = await data.request('PATCH', '/acl/w', { body: { predicate: "path-prefix('/orders')" } })
      expect([narrowed.status, told(narrowed)]).toEqual([200, []])
    })

    it('the answer of a list names them by the place of the permission in it', async () => {
      await data.request('DELETE', '/acl/w')
      const fine = { ...warned, _id: 'fine', predicate: "path-prefix('/orders')" }
      const answer = await data.request('POST', '/acl', { body: [fine, warned] })
      expect(answer).toMatchObject({ status: 200, json: { inserted: 2 } })
      expect(told(answer)).toEqual([{ index: 1, path: 'mongo.readFilter', message: expect.any(String) }])
    })

    it('tell nobody of a rule that is hidden from him', async () => {
      const hiding = { ...manager, permission: { rules: { projectResponse: { mongo: 0 } } } }
      await data.request('DELETE', '/acl/w')
      await data.request('POST', '/acl', { body: warned })
      const answer = await data.request('PATCH', '/acl/w', { ...hiding, body: { priority: 9 } })
      expect([answer.status, told(answer)]).toEqual([200, []])
    })
  })

  it('judges the whole permission after a PATCH, whichever operator wrote it', async () => {
    await data.request('PUT', '/acl/p?wm=upsert', { body: permission })
    for (const body of [{ 'apiKeys.role': ['x'] }, { $unset: { roles: 1 } }, { $set: { predicate: 'nonsense(' } }]) {
      expect((await data.request('PATCH', '/acl/p', { body })).status).toBe(400)
    }
    expect((await data.request('GET', '/acl/p')).json).toMatchObject(permission)
    expect((await data.request('PATCH', '/acl/p', { body: { priority: 7 } })).json).toMatchObject({ priority: 7 })
  })
})
