import { expect, it } from '@jest/globals'
import { createSignedClient, type SignedRequest } from '@sluice/testkit'
import { createData } from '../src/create-data.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const PERMISSION = { roles: ['r'], predicate: "path('/x')" }
const HASH = `$2b$10$${'a'.repeat(53)}`
const anonymous: SignedRequest = { user: { id: null, roles: ['$unauthenticated'] }, permission: { rules: {} } }
/** Words that mean something else below `/acl`, and name users like any other. */
const TAKEN = ['explain', 'check', 'changes', 'ignored']
const byQuery = (id: string) => `_id?id=${encodeURIComponent(JSON.stringify(id))}`

describeOnEachStore('new users and permissions', {}, data => {
  const ask = (method: string, target: string, body?: unknown) => data().request(method, target, { body })
  const collectionOf = (collection: string) => data().platform.store.collection({ db: 'sluice', collection })
  const user = (_id: unknown, more: object = {}) => ({ _id, passwordHash: HASH, roles: [], ...more })

  it.each(['a/b', 'x\\y', 'x%2fy', 'x%2ey', '_x', '.', '*'])(
    'are refused with the _id %j, which no path could name, however they are sent',
    async _id => {
      const refused = {
        status: 400,
        json: { code: 'VALIDATION_FAILED', errors: [{ path: expect.stringMatching(/^(0\.)?_id$/) }] },
      }
      expect(await ask('POST', '/users', user(_id))).toMatchObject(refused)
      expect(await ask('POST', '/acl', { _id, ...PERMISSION })).toMatchObject(refused)
      const self = { ...anonymous, body: { _id, password: 'pppppppp', roles: [] } }
      expect(await data().request('POST', '/users', self)).toMatchObject(refused)
      const merged = { ...anonymous, permission: { rules: { mergeRequest: { _id } } } }
      const answer = await data().request('POST', '/users', { ...merged, body: { password: 'p', roles: [] } })
      expect(answer).toMatchObject(refused)
      for (const [path, body] of [
        ['/users', user(_id)],
        ['/acl', { _id, ...PERMISSION }],
      ] as const) {
        const inList = await ask('POST', path, [body])
        expect([inList.status, inList.text]).toEqual([expect.any(Number), expect.stringContaining('VALIDATION_FAILED')])
        const put = await ask('PUT', `${path}/${byQuery(_id)}&wm=upsert`, { ...body, _id: undefined })
        expect(put).toMatchObject(refused)
        expect(await collectionOf(path.slice(1)).findOne({ _id })).toBeUndefined()
      }
    },
  )

  it('are refused as a permission that another path or another permission stands for', async () => {
    for (const _id of [...TAKEN, '65a1b2c3d4e5f60718293a4b', '65A1B2C3D4E5F60718293A4B']) {
      const refused = { status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path: '_id' }] } }
      expect(await ask('POST', '/acl', { _id, ...PERMISSION })).toMatchObject(refused)
      const change = { put: [{ document: { _id, ...PERMISSION } }] }
      const inSet = { status: 400, json: { errors: [{ path: 'put.0.document._id' }] } }
      expect(await ask('POST', '/acl/changes', change)).toMatchObject(inSet)
    }
    const _id = { $oid: '65a1b2c3d4e5f60718293a4b' }
    const made = await ask('POST', '/acl', { _id, ...PERMISSION })
    expect(made).toMatchObject({ status: 201, headers: { location: '/acl/65a1b2c3d4e5f60718293a4b' } })
    expect((await ask('GET', '/acl/65A1B2C3D4E5F60718293A4B')).status).toBe(400)
  })

  it('that are there already are changed and deleted by /_id?id=', async () => {
    for (const _id of ['old/b', 'old\\y', '_old', ...TAKEN]) {
      await collectionOf('acl').insertOne({ _id, ...PERMISSION })
      await collectionOf('users').insertOne({ _id, password: HASH, roles: [] })
      for (const [path, body] of [
        [`/acl/${byQuery(_id)}`, { priority: 5 }],
        [`/users/${TAKEN.includes(_id) ? _id : byQuery(_id)}`, { disabled: true }],
      ] as const) {
        expect(await ask('PATCH', path, body)).toMatchObject({ status: 200, json: { _id, ...body } })
        expect(await ask('DELETE', path)).toMatchObject({ status: 204 })
      }
    }
  })

  it.each(['Admin', 'ADMIN', 'aDmin', 'ａdmin'])('are refused with the name %s beside "admin": 409', async name => {
    expect(await ask('POST', '/users', user(name))).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', errors: [{ path: '_id' }] },
    })
    expect(await collectionOf('users').findOne({ _id: name })).toBeUndefined()
  })

  it('take one of names that look alike, asked of two services at once', async () => {
    const { platform } = data()
    const address = { socketPath: `${platform.directory}/other.sock` }
    const other = createData(platform, { address })
    await other.start()
    const clients = [data(), createSignedClient({ platform, upstream: 'data', address })]
    const names = ['Zoe', 'zoe', 'ZOE', 'zOE', 'zoE', 'ZoE', 'ZOe', 'zOe']
    const answers = await Promise.all(
      names.flatMap((name, at) => clients[at % 2]?.request('POST', '/users', { body: user(name) }) ?? []),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(await collectionOf('users').count({ _id: { $in: names } })).toBe(1)
    await other.stop(1_000)
  })

  it('may have a name again whose user is deleted, also by a program that keeps no names', async () => {
    expect((await ask('POST', '/users', user('Lou'))).status).toBe(201)
    expect((await ask('DELETE', '/users/Lou')).status).toBe(204)
    expect((await ask('POST', '/users', user('lou'))).status).toBe(201)
    await collectionOf('users').deleteOne({ _id: 'lou' })
    expect((await ask('POST', '/users', user('LOU'))).status).toBe(201)
  })

  it('leave twins alone that are there already, and get no name like theirs from the next start on', async () => {
    await collectionOf('users').insertMany(['Max', 'max', ' max '].map(_id => ({ _id, password: HASH, roles: [] })))
    const next = createData(data().platform, { address: { socketPath: `${data().platform.directory}/next.sock` } })
    await next.start()
    expect((await ask('POST', '/users', user('MAX'))).status).toBe(409)
    for (const name of ['Max', 'max', '%20max%20']) {
      expect(await ask('PATCH', `/users/${name}`, { team: 'x' })).toMatchObject({ status: 200 })
      expect((await ask('POST', '/users', user('MAX'))).status).toBe(409)
      expect(await ask('DELETE', `/users/${name}`)).toMatchObject({ status: 204 })
    }
    expect((await ask('POST', '/users', user('MAX'))).status).toBe(201)
    await next.stop(1_000)
  })
})
