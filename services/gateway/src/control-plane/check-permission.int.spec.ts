import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PermissionVerdict } from '@sluice/contracts'
import { basic } from '../testing/http-client.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const refused = { allowed: false, depends: false, code: 'FORBIDDEN', permission: null }
const depends = { allowed: false, depends: true, code: null, permission: null }
const allowedBy = (permission: string) => ({ allowed: true, depends: false, code: null, permission })

describe('POST /acl/check', () => {
  let gateway: RunningGateway
  const owner = basic('admin', "admin's password")

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.permission('tasks', { roles: ['team'], predicate: "path-prefix('/tasks')", priority: 5 })
    await gateway.write.permission('check', { roles: ['team'], predicate: "path('/old')" })
    await gateway.write.permission('checkers', { roles: ['checker'], predicate: "path('/acl/check')" })
    const narrowed = { roles: ['narrowed'], predicate: "path-prefix('/acl')", mongo: { readFilter: { roles: 'team' } } }
    await gateway.write.permission('narrowed', narrowed)
    await gateway.write.user('tess', ['team'])
    await gateway.write.user('carl', ['checker'])
    await gateway.write.user('nora', ['narrowed'])
    await gateway.write.user('nobody', [])
  })
  afterAll(() => gateway.stop())

  const ask = (body: unknown, headers = owner) =>
    gateway.call('POST /acl/check', { headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const check = async (body: unknown) => {
    const answer = await ask(body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.json() as PermissionVerdict
  }
  const draft = (more: object = {}) => ({ _id: 'draft', roles: ['team'], predicate: "path('/notes')", ...more })

  it.each<[object, string, object]>([
    [{ predicate: "path('/a') and\n pth('/b')" }, 'predicate', { line: 2, column: 2 }],
    [{ roles: [] }, 'roles', {}],
    [{ Priority: 1 }, 'Priority', {}],
    [{ predicate: "path('/plugins')", mongo: { readFilter: { a: 1 } } }, 'mongo.readFilter', {}],
    [{ _id: 'changes' }, '_id', {}],
    [{ _id: 'a/b' }, '_id', {}],
    [{ _id: 'a%2fb' }, '_id', {}],
    [{ _id: '_x' }, '_id', {}],
    [{ _id: 7 }, '_id', {}],
  ])('says of %j what a save would refuse it for', async (fields, path, place) => {
    const { valid, errors, effects } = await check({ permission: draft(fields) })
    expect({ valid, errors, effects }).toMatchObject({ valid: false, errors: [{ path, ...place }], effects: [] })
  })

  it('finds no fault in one that is stored already under a word that no new one can have', async () => {
    expect(await check({ permission: { ...draft(), _id: 'check' } })).toMatchObject({ valid: true, errors: [] })
  })

  it('warns of rules that are not applied everywhere', async () => {
    const wide = draft({ predicate: "path-prefix('/')", mongo: { readFilter: { a: 1 } } })
    expect(await check({ permission: wide })).toMatchObject({ valid: true, warnings: [{ path: 'mongo.readFilter' }] })
  })

  it('tells for each role and request that its predicate names who gains and who loses, and saves nothing', async () => {
    const two = draft({ roles: ['team', 'guest'], predicate: "path('/notes') and (method(GET) or method(POST))" })
    const { effects } = await check({ permission: two })
    expect(effects).toHaveLength(4)
    expect(effects).toContainEqual({
      roles: ['guest'],
      method: 'POST',
      path: '/notes',
      before: refused,
      after: allowedBy('draft'),
    })
    const moved = await check({ permission: draft({ _id: 'tasks', roles: ['guest'] }) })
    expect(moved.effects).toEqual([
      { roles: ['guest'], method: 'GET', path: '/notes', before: refused, after: allowedBy('tasks') },
      { roles: ['team'], method: 'GET', path: '/notes', before: refused, after: refused },
      { roles: ['guest'], method: 'GET', path: '/tasks', before: refused, after: refused },
      { roles: ['team'], method: 'GET', path: '/tasks', before: allowedBy('tasks'), after: refused },
    ])
    const stored = gateway.platform.store.collection({ db: 'sluice', collection: 'acl' })
    expect(await stored.count({ _id: 'draft' })).toBe(0)
  })

  it('tells for questions about users and roles, in their order', async () => {
    const questions = [
      { user: 'tess', method: 'GET', path: '/notes' },
      { user: 'nobody', method: 'GET', path: '/notes' },
      { roles: ['$unauthenticated'], method: 'GET', path: '/notes' },
      { user: 'admin', method: 'GET', path: '/notes' },
    ]
    const { effects } = await check({ permission: draft(), questions })
    expect(effects.map(({ before, after }) => [before.allowed, after.allowed, after.code])).toEqual([
      [false, true, null],
      [false, false, 'FORBIDDEN'],
      [false, false, 'UNAUTHENTICATED'],
      [true, true, null],
    ])
  })

  it('names the permissions that it comes before, and those that come before it', async () => {
    const over = await check({ permission: draft({ predicate: "path('/tasks')", priority: 9 }) })
    expect(over).toMatchObject({ shadows: ['tasks'], shadowedBy: [] })
    const under = await check({ permission: draft({ predicate: "path('/tasks')", priority: 1 }) })
    expect(under).toMatchObject({ shadows: [], shadowedBy: ['tasks'] })
    expect(under.effects).toMatchObject([{ before: allowedBy('tasks'), after: allowedBy('tasks') }])
  })

  it('says that it depends where the body, or what is not known of a user, decides', async () => {
    const ofBody = draft({ predicate: "path('/notes') and bson-request-contains('title')" })
    expect((await check({ permission: ofBody })).effects).toMatchObject([{ before: refused, after: depends }])
    const mergeRequest = { author: '@user.name' }
    const ofUser = draft({ mongo: { mergeRequest } })
    const questions = [
      { roles: ['team'], method: 'POST', path: '/notes' },
      { user: 'tess', method: 'POST', path: '/notes' },
    ]
    const { effects } = await check({ permission: ofUser, questions })
    expect(effects.map(({ after }) => [after.depends, after.code])).toEqual([
      [true, null],
      [false, 'FORBIDDEN'],
    ])
  })

  it('takes a permission that is to get its id when it is saved', async () => {
    const { _id: _, ...unnamed } = draft()
    const { valid, effects } = await check({ permission: unnamed })
    expect(valid).toBe(true)
    expect(effects[0]?.after.permission).toMatch(/^[0-9a-f]{24}$/)
  })

  it('asks about any path, and never about more than 50 requests by itself', async () => {
    const odd = await check({ permission: draft({ predicate: "path('/a b/ü?%%')" }) })
    expect(odd.effects).toMatchObject([{ path: '/a%20b/%C3%BC%3F%25', after: allowedBy('draft') }])
    const paths = Array.from({ length: 60 }, (_, index) => `path('/p-${index}')`)
    expect((await check({ permission: draft({ predicate: paths.join(' or ') }) })).effects).toHaveLength(50)
  })

  it.each<[unknown, string]>([
    [{}, 'permission'],
    [{ permission: 'x' }, 'permission'],
    [{ permission: draft(), more: 1 }, 'more'],
    [{ permission: draft(), questions: [{ method: 'GET', path: '/a' }] }, 'questions.0.user'],
    [{ permission: draft(), questions: [{ user: 'tess', method: 'BREW', path: '/a' }] }, 'questions.0.method'],
    [{ permission: draft(), questions: [{ user: 'tess', method: 'GET', path: '/a%2fb' }] }, 'questions.0.path'],
    [{ permission: draft(), questions: [{ user: 'who', method: 'GET', path: '/a' }] }, 'questions.0.user'],
  ])('400 for the question %j names %s', async (body, path) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path }] })
  })

  it('400 for what is no JSON, and 405 for other methods', async () => {
    expect((await ask('{"permission":')).json()).toMatchObject({ code: 'MALFORMED_JSON' })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await gateway.call(`${method} /acl/check`, { headers: owner })).status).toBe(405)
    }
  })

  it('is for those whom the ACL lets in, by a permission without rules', async () => {
    expect((await ask({ permission: draft() }, basic('carl', "carl's password"))).status).toBe(200)
    expect((await ask({ permission: draft() }, basic('tess', "tess's password"))).status).toBe(403)
    expect((await ask({ permission: draft() }, basic('nora', "nora's password"))).status).toBe(403)
    expect((await gateway.call('POST /acl/check', { body: '{}' })).status).toBe(401)
  })
})
