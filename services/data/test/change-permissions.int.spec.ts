import { beforeEach, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

type Changed = {
  put: { _id: string; isNew: boolean; etag?: string; _warnings?: object[] }[]
  deleted: string[]
  wouldStillAllow: { caller: boolean }
}

const permission = (_id: unknown, more: object = {}) => ({
  _id,
  roles: ['reader'],
  predicate: "path('/orders')",
  ...more,
})
const put = (_id: unknown, more: object = {}, conditions: object = {}) => ({
  document: permission(_id, more),
  ...conditions,
})
const allowManagementRequests = true

/** Bodies, and the field that each is refused for. */
const MALFORMED: readonly (readonly [unknown, string])[] = [
  [{}, ''],
  [{ put: [], delete: [] }, ''],
  [{ put: Array.from({ length: 1_001 }, (_, index) => put(`p-${index}`)) }, ''],
  [[put('d')], ''],
  [{ puts: [put('d')] }, 'puts'],
  [{ put: [permission('d')] }, 'put.0.document'],
  [{ put: [{ document: 'd' }] }, 'put.0.document'],
  [{ put: [put('d'), put(undefined)] }, 'put.1.document._id'],
  [{ put: [put('d'), put({ $regex: 'a' })] }, 'put.1.document._id'],
  [{ put: [put('d'), put(7)] }, 'put.1.document._id'],
  [{ put: [put('d'), put('a/b')] }, 'put.1.document._id'],
  [{ put: [put('d'), put('a%2fb')] }, 'put.1.document._id'],
  [{ put: [put('d'), put('_x')] }, 'put.1.document._id'],
  [{ put: [put('d'), put('..')] }, 'put.1.document._id'],
  [{ put: [put('d'), put('x', { roles: [] })] }, 'put.1.document.roles'],
  [{ put: [put('d'), put('x', { predicate: 'true and\n pth(/a)' })] }, 'put.1.document.predicate'],
  [
    { put: [put('d'), put('x', { predicate: 'path(/graphql/x)', mongo: { readFilter: { a: 1 } } })] },
    'put.1.document.mongo.readFilter',
  ],
  [{ put: [put('d'), put('x', { $set: 1 })] }, 'put.1.document.$set'],
  [{ put: [put('d'), put('d')] }, 'put.1'],
  [{ put: [put('a')], delete: [{ id: 'a' }] }, 'delete.0'],
  [{ put: [put('d')], delete: [{}] }, 'delete.0.id'],
  [{ put: [put('d')], delete: [{ id: { $gt: '' } }] }, 'delete.0.id'],
  [{ put: [put('d')], delete: [{ id: ['a'] }] }, 'delete.0.id'],
  [{ put: [put('d')], delete: ['a'] }, 'delete.0'],
  [{ put: [put('d')], delete: [{ id: 'a', ifmatch: 'x' }] }, 'delete.0.ifmatch'],
  [{ put: [put('d')], delete: [{ id: 'a', ifMatch: 5 }] }, 'delete.0.ifMatch'],
]

describeOnEachStore('POST /acl/changes', {}, data => {
  const stored = (collection: string) => data().platform.store.collection({ db: 'sluice', collection })
  const acl = () => stored('acl')
  const change = (body: unknown, options: SignedRequest = {}) =>
    data().request('POST', '/acl/changes', { ...options, body })
  const changed = async (body: unknown, options: SignedRequest = {}) => {
    const answer = await change(body, options)
    expect(answer).toMatchObject({ status: 200 })
    return answer.json as Changed
  }
  const ids = async () => (await acl().find({}, { sort: { _id: 1 }, limit: 2_000 })).map(({ _id }) => _id)
  const everything = () =>
    Promise.all(
      ['acl', '_changes', '_changeCounters', AUDIT_COLLECTION].map(name =>
        stored(name).find({}, { sort: { _id: 1 }, limit: 5_000 }),
      ),
    )
  const leavingNothing = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await everything()
    const answer = await work()
    expect(await everything()).toEqual(before)
    return answer
  }
  const position = () => data().platform.changes.positions().acl ?? 0

  beforeEach(async () => {
    await acl().deleteMany({})
    await stored(AUDIT_COLLECTION).deleteMany({})
    await changed({ put: [put('a'), put('b'), put('c')] })
  })

  it('makes, replaces and deletes in one transaction with one sequence, and says what became of each', async () => {
    const before = position()
    const body = { put: [put('a', { priority: 9 }), put('d')], delete: [{ id: 'b' }, { id: 'c' }] }
    const answer = await changed(body)
    expect(answer).toEqual({
      put: [
        { _id: 'a', isNew: false, etag: expect.stringMatching(/^"[0-9a-f]{24}"$/) },
        { _id: 'd', isNew: true, etag: expect.stringMatching(/^"[0-9a-f]{24}"$/) },
      ],
      deleted: ['b', 'c'],
      wouldStillAllow: { caller: true },
    })
    expect(position()).toBe(before + 1)
    expect(await ids()).toEqual(['a', 'd'])
    const read = await data().request('GET', '/acl/a')
    expect(read).toMatchObject({ json: { priority: 9 }, headers: { etag: answer.put[0]?.etag } })
  })

  it('reaches every follower as a whole: a set names none of its permissions', async () => {
    const heard: string[] = []
    await data().platform.changes.follow({
      topic: 'acl',
      reload: async () => void heard.push('all'),
      apply: async id => void heard.push(id),
    })
    heard.splice(0)
    await changed({ put: [put('d'), put('e')], delete: [{ id: 'a' }] })
    expect(new Set(heard)).toEqual(new Set(['all']))
  })

  it('tells the audit trail of each that was changed, and of none that is as it was', async () => {
    await stored(AUDIT_COLLECTION).deleteMany({})
    await changed({ put: [put('a', { priority: 9 }), put('b'), put('d')], delete: [{ id: 'c' }] })
    const lines = await stored(AUDIT_COLLECTION).find({}, { sort: { subject: 1 } })
    expect(lines).toMatchObject([
      { actor: 'admin', action: 'permission.saved', subject: 'a', fields: ['priority'] },
      { action: 'permission.deleted', subject: 'c' },
      { action: 'permission.saved', subject: 'd' },
    ])
  })

  describe('with conditions', () => {
    const etagOf = async (id: string) => String((await data().request('GET', `/acl/${id}`)).headers.etag)

    it('writes where each ETag is still the stored one, and nothing is where nothing may be', async () => {
      const body = {
        put: [put('a', {}, { ifMatch: await etagOf('a') }), put('d', {}, { ifNoneMatch: '*' })],
        delete: [{ id: 'b', ifMatch: await etagOf('b') }],
      }
      expect(await changed(body)).toMatchObject({ put: [{ isNew: false }, { isNew: true }], deleted: ['b'] })
    })

    it('412 names each that does not hold, and writes nothing; so does the same request once more', async () => {
      const old = await etagOf('a')
      const body = { put: [put('a', { priority: 1 }, { ifMatch: old }), put('d', {}, { ifNoneMatch: '*' })] }
      await changed(body)
      const again = await leavingNothing(() => change({ ...body, delete: [{ id: 'c', ifMatch: old }, { id: 'b' }] }))
      expect(again).toMatchObject({
        status: 412,
        json: { code: 'PRECONDITION_FAILED', errors: [{ path: 'put.0' }, { path: 'put.1' }, { path: 'delete.0' }] },
      })
      for (const condition of [old, '*']) {
        const gone = await leavingNothing(() => change({ put: [put('new', {}, { ifMatch: condition })] }))
        expect(gone).toMatchObject({ status: 412, json: { errors: [{ path: 'put.0' }] } })
      }
    })

    it('400 where one contradicts the other, or names a version that must not be', async () => {
      const both = await change({ put: [put('a', {}, { ifMatch: '*', ifNoneMatch: '*' })] })
      expect(both).toMatchObject({ status: 400, json: { errors: [{ path: 'put.0.ifNoneMatch' }] } })
      const version = await change({ put: [put('a', {}, { ifNoneMatch: '"x"' })] })
      expect(version).toMatchObject({ status: 400, json: { errors: [{ path: 'put.0.ifNoneMatch' }] } })
    })
  })

  it('404 where what is to be deleted is not there, and writes nothing; so is the same request once more', async () => {
    const body = { put: [put('d')], delete: [{ id: 'a' }] }
    await changed(body)
    const again = await leavingNothing(() => change(body))
    expect(again).toMatchObject({ status: 404, json: { code: 'NOT_FOUND', errors: [{ path: 'delete.0' }] } })
  })

  it('is the same once more where it only puts: no second line of the audit trail', async () => {
    const body = { put: [put('a', { priority: 3 }), put('d')] }
    await changed(body)
    const lines = await stored(AUDIT_COLLECTION).count({})
    expect(await changed(body)).toMatchObject({ put: [{ isNew: false }, { isNew: false }] })
    expect(await stored(AUDIT_COLLECTION).count({})).toBe(lines)
  })

  it('400 names the field of a change that is malformed, and nothing is written', async () => {
    const named = async ([body]: readonly [unknown, string]) => {
      const answer = await change(body)
      const { errors = [{ path: '' }] } = answer.json as { errors?: { path: string }[] }
      return { status: answer.status, paths: errors.map(error => error.path) }
    }
    await leavingNothing(async () => {
      for (const malformed of MALFORMED) {
        const paths = expect.arrayContaining([malformed[1]])
        expect([malformed, await named(malformed)]).toEqual([malformed, { status: 400, paths }])
      }
    })
  })

  it('400 says line and column of each faulty predicate, whichever permission it is of', async () => {
    const faulty = { predicate: "path('/a') and\n pth('/b')" }
    const answer = await leavingNothing(() => change({ put: [put('a', faulty), put('d'), put('e', faulty)] }))
    expect(answer).toMatchObject({
      status: 400,
      json: {
        errors: [
          { path: 'put.0.document.predicate', line: 2, column: 2 },
          { path: 'put.2.document.predicate', line: 2, column: 2 },
        ],
      },
    })
  })

  it('takes 1,000 changes at once, and each kind of id', async () => {
    const many = Array.from({ length: 996 }, (_, index) => put(`many-${index}`))
    const odd = [put({ $oid: '65a1b2c3d4e5f60718293a4b' }), put('with spaces and ü'), put('100%'), put('a:b@c')]
    const { put: made } = await changed({ put: [...many, ...odd] })
    expect(made).toHaveLength(1_000)
    expect(made.slice(-4).map(({ _id }) => _id)).toEqual(odd.map(({ document }) => document._id))
    const deleted = [...many, ...odd].map(({ document }) => ({ id: document._id }))
    await changed({ delete: deleted })
    expect(await ids()).toEqual(['a', 'b', 'c'])
  }, 60_000)

  it('reaches what no path names any more: ids from before, and documents without a version', async () => {
    for (const _id of ['old/b', 'x%2fy', '_old', 'changes']) await acl().insertOne(permission(_id))
    const old = { put: [put('old/b', { priority: 1 }), put('x%2fy')], delete: [{ id: '_old' }, { id: 'changes' }] }
    const stale = await leavingNothing(() =>
      change({ delete: [{ id: '_old', ifMatch: '"65a1b2c3d4e5f60718293a4b"' }] }),
    )
    expect(stale.status).toBe(412)
    expect(await leavingNothing(() => change({ put: [put('_old', {}, { ifNoneMatch: '*' })] }))).toMatchObject({
      status: 412,
    })
    expect(await changed(old)).toMatchObject({ put: [{ isNew: false }, { isNew: false }] })
    expect(await ids()).toEqual(['a', 'b', 'c', 'old/b', 'x%2fy'])
  })

  it('names rules that are not applied everywhere beside what it has stored', async () => {
    const wide = put('wide', { predicate: "path-prefix('/')", mongo: { readFilter: { a: 1 } } })
    const { put: told } = await changed({ put: [put('a'), wide] })
    expect(told[0]).not.toHaveProperty('_warnings')
    expect(told[1]?._warnings).toEqual([{ path: 'mongo.readFilter', message: expect.any(String) }])
    const again = await changed({ put: [{ document: { ...wide.document, _warnings: told[1]?._warnings } }] })
    expect(again.put[0]?._warnings).toEqual(told[1]?._warnings)
    expect(await acl().findOne({ _id: 'wide' })).not.toHaveProperty('_warnings')
  })

  it('415 for a form that a browser sends by itself, and 400 for a body that is no JSON', async () => {
    const form = { headers: { 'content-type': 'text/plain' }, body: { delete: [{ id: 'a' }] } }
    expect(await leavingNothing(() => data().request('POST', '/acl/changes', form))).toMatchObject({ status: 415 })
    expect(await leavingNothing(() => change(undefined))).toMatchObject({ status: 400 })
  })

  it('serves no other method, and takes no parameter that it does not know', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect(await leavingNothing(() => data().request(method, '/acl/changes', { body: {} }))).toMatchObject({
        status: 405,
      })
    }
    for (const query of ['dryrun=true', 'dryRun=yes', 'wm=upsert', 'other=1']) {
      const answer = await leavingNothing(() =>
        data().request('POST', `/acl/changes?${query}`, { body: { put: [put('d')] } }),
      )
      expect([query, answer.status]).toEqual([query, 400])
    }
  })

  describe('with dryRun=true', () => {
    const tryOut = (body: unknown, options: SignedRequest = {}) =>
      leavingNothing(() => data().request('POST', '/acl/changes?dryRun=true', { ...options, body }))

    it('answers what would be, without ETags, and leaves nothing', async () => {
      expect(await tryOut({ put: [put('a', { priority: 9 }), put('d')], delete: [{ id: 'b' }] })).toMatchObject({
        status: 200,
        json: {
          put: [
            { _id: 'a', isNew: false },
            { _id: 'd', isNew: true },
          ],
          deleted: ['b'],
        },
      })
      expect((await tryOut({ put: [put('d')] })).text).not.toContain('etag')
      expect(await tryOut({ put: [put('d', { predicate: 'path(' })] })).toMatchObject({ status: 400 })
      expect(await tryOut({ delete: [{ id: 'd' }] })).toMatchObject({ status: 404 })
      expect(await tryOut({ put: [put('a', {}, { ifNoneMatch: '*' })] })).toMatchObject({ status: 412 })
    })

    it('says whether the caller would still be let in', async () => {
      const deployer = { predicate: "path-prefix('/acl')", roles: ['deployer'], mongo: { allowManagementRequests } }
      await changed({ put: [put('deployer', deployer)] })
      const caller: SignedRequest = {
        user: { id: 'dora', roles: ['deployer'] },
        permission: { rules: { allowManagementRequests } },
      }
      const stillMay = async (body: unknown) => ((await tryOut(body, caller)).json as Changed).wouldStillAllow.caller
      expect(await stillMay({ put: [put('d')] })).toBe(true)
      expect(await stillMay({ delete: [{ id: 'deployer' }] })).toBe(false)
      expect(await stillMay({ put: [put('deployer', { ...deployer, roles: ['other'] })] })).toBe(false)
      expect(await stillMay({ put: [put('deployer', { ...deployer, mongo: {} })] })).toBe(false)
      const shadow = {
        ...deployer,
        priority: 5,
        mongo: { allowManagementRequests, mergeRequest: { description: '@user.none' } },
      }
      expect(await stillMay({ put: [put('first', shadow)] })).toBe(false)
      expect(await stillMay({ delete: [{ id: 'deployer' }], put: [put('next', deployer)] })).toBe(true)
      const real = await changed({ delete: [{ id: 'deployer' }] }, caller)
      expect(real.wouldStillAllow).toEqual({ caller: false })
    })
  })
})

describeOnEachStore('POST /<db>/acl/changes in the dedicated tier', { tier: 'dedicated' }, data => {
  it('changes the permissions, and a collection called acl of another database is not one', async () => {
    const body = { put: [put('a')] }
    expect(await data().request('POST', '/sluice/acl/changes', { body })).toMatchObject({ status: 200 })
    expect(await data().request('POST', '/acl/changes', { body })).toMatchObject({ status: 404 })
    await data().request('PUT', '/shop')
    await data().request('PUT', '/shop/things')
    expect(await data().request('POST', '/shop/things/changes', { body })).toMatchObject({ status: 405 })
    expect(await data().request('POST', '/shop/acl/changes', { body })).toMatchObject({ status: 405 })
  })
})
