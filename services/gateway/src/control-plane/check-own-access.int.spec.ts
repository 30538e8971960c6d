import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OwnAccessAnswer } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { basic, bearer } from '../testing/http-client.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

type Headers = Readonly<Record<string, string>>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const PATHS = [
  '/',
  '/tasks',
  '/tasks/1',
  '/tasks/*',
  '/titles',
  '/narrow',
  '/local',
  '/merged',
  '/filtered',
  '/either',
  '/members',
  '/public',
  '/acl/explain',
  '/admin/keys',
  '/admin/audit',
  '/webhooks',
  '/graphql/app',
  '/plugins',
]

const permissions: Readonly<Record<string, Document>> = {
  tasks: { predicate: "path-prefix('/tasks')", priority: 1 },
  'tasks-by-bulk': {
    predicate: "path-prefix('/tasks') and method(PATCH)",
    priority: 2,
    mongo: { allowBulkPatch: true },
  },
  titles: { predicate: "path('/titles') and bson-request-contains('title')" },
  unfiltered: { predicate: "path('/filtered') and qparams-blacklist('filter')" },
  either: { predicate: "path('/either') and exists(%{q,x})", priority: 5 },
  or: { predicate: "path('/either')" },
  local: { predicate: "path('/local') and ip-match('127.0.0.1/32')" },
  narrow: { predicate: "path('/narrow') or path-prefix('/plugins')", mongo: { readFilter: { a: 1 } } },
  merged: { predicate: "path('/merged')", mongo: { mergeRequest: { by: "@qparams['by']" } } },
  members: { predicate: "path('/members') and auth-required" },
  keys: { predicate: "path-prefix('/admin/keys') or path-prefix('/admin/audit')" },
}

describe('POST /whoami/may', () => {
  let gateway: RunningGateway
  const callers: Record<string, Headers> = {}

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.enableKeys()
    await gateway.write.user('nobody', [])
    for (const [id, permission] of Object.entries(permissions)) await gateway.write.permission(id, permission)
    await gateway.write.permission('public', { predicate: "path('/public')", roles: ['$unauthenticated'] })
    callers.owner = basic('admin', "admin's password")
    callers.ann = basic('ann', "ann's password")
    callers.nobody = basic('nobody', "nobody's password")
    callers.key = bearer(await gateway.write.key('k'))
    callers.ownersKey = bearer(await gateway.write.key('o', { user: 'admin', roles: ['admin'] }))
  })
  afterAll(() => gateway.stop())

  const ask = (headers: Headers, questions: unknown) =>
    gateway.call('POST /whoami/may', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(questions),
    })
  const answerOf = async (caller: string, line: string): Promise<OwnAccessAnswer | undefined> => {
    const [method, path] = line.split(' ')
    return ((await ask(callers[caller] ?? {}, [{ method, path }])).json() as unknown as OwnAccessAnswer[])[0]
  }

  it.each(['owner', 'ann', 'nobody', 'key', 'ownersKey'])(
    'says of every request of %s what becomes of it when it is made',
    async name => {
      const headers = callers[name] ?? {}
      const questions = METHODS.flatMap(method => PATHS.map(path => ({ method, path })))
      const halves = [questions.slice(0, 50), questions.slice(50)]
      const answers: OwnAccessAnswer[] = []
      for (const half of halves) answers.push(...((await ask(headers, half)).json() as unknown as OwnAccessAnswer[]))
      // A query or body decides, or the keys service, which is not there.
      const isElsewhere = ({ depends, code }: OwnAccessAnswer) => depends || code === 'KEY_CANNOT_MANAGE_KEYS'
      const told = answers.map((answer, index) => ({ ...answer, ...questions[index] })).filter(one => !isElsewhere(one))
      expect(told.length).toBeGreaterThan(60)
      for (const { method, path, allowed, code } of told) {
        const came = await gateway.call(`${method} ${path}`, { headers })
        const refusedWith = [401, 403].includes(came.status) ? came.json().code : null
        expect([method, path, allowed, code]).toEqual([method, path, refusedWith === null, refusedWith])
      }
    },
  )

  it.each([
    ['ann', 'GET /tasks/1', { allowed: true, permission: 'tasks' }],
    ['ann', 'PATCH /tasks/*', { allowed: true, permission: 'tasks-by-bulk' }],
    ['ann', 'DELETE /tasks/*', { allowed: false, code: 'FORBIDDEN', permission: null }],
    ['ann', 'POST /titles', { allowed: false, depends: true }],
    ['ann', 'GET /filtered', { allowed: false, depends: true }],
    ['ann', 'GET /either', { allowed: true, permission: null }],
    ['ann', 'GET /local', { allowed: true, permission: 'local' }],
    ['ann', 'GET /plugins', { allowed: false, code: 'FORBIDDEN', permission: 'narrow' }],
    ['ann', 'POST /merged', { allowed: false, depends: true }],
    ['ann', 'GET /merged', { allowed: true, permission: 'merged' }],
    ['ann', 'GET /keys', { allowed: true, permission: null }],
    ['ann', 'POST /keys', { allowed: false, code: 'KEYS_PERMISSION_MISSING' }],
    ['owner', 'POST /keys/k/rotate', { allowed: false, code: 'KEYS_PERMISSION_MISSING' }],
    ['owner', 'DELETE /admin/keys', { allowed: true, permission: null }],
    ['key', 'GET /keys', { allowed: false, code: 'KEY_CANNOT_MANAGE_KEYS' }],
    ['key', 'POST /keys/leaked', { allowed: true }],
    ['key', 'GET /admin/keys', { allowed: false, code: 'KEY_CANNOT_MANAGE_KEYS' }],
    ['key', 'POST /token', { allowed: false, code: 'FORBIDDEN' }],
    ['ownersKey', 'DELETE /tasks', { allowed: false, code: 'FORBIDDEN' }],
    ['nobody', 'GET /docs', { allowed: true }],
  ])('says to %s of %s', async (caller, line, expected) => {
    expect(await answerOf(caller, line)).toMatchObject(expected)
  })

  it('says by whose permission a key can be issued, and goes by it for the root role too', async () => {
    const issues = { roles: ['admin'], predicate: "path('/keys')", apiKeys: { roles: ['reader'] } }
    await gateway.write.permission('issues', issues)
    expect(await answerOf('owner', 'POST /keys')).toMatchObject({ allowed: true, permission: 'issues' })
    await gateway.write.permission('issues', { ...issues, predicate: "path('/keys') and exists(%{i,X-Site})" })
    expect(await answerOf('owner', 'POST /keys')).toMatchObject({ allowed: false, depends: true })
    await gateway.write.remove('acl', 'issues')
  })

  describe('400', () => {
    it.each([
      [[], ''],
      [{ method: 'GET', path: '/' }, ''],
      [[{ method: 'BREW', path: '/' }], '0.method'],
      [[{ method: 'GET', path: '/a?b=c' }], '0.path'],
      [
        [
          { method: 'GET', path: '/ok' },
          { method: 'GET', path: '/a%2fb' },
        ],
        '1.path',
      ],
      [[{ method: 'GET', path: '/', user: 'admin' }], '0.user'],
    ])('%j', async (questions, path) => {
      const answer = await ask(callers.ann ?? {}, questions)
      expect(answer.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path }] })
    })
  })

  it('400: more than 50 questions', async () => {
    const questions = Array.from({ length: 51 }, () => ({ method: 'GET', path: '/' }))
    expect((await ask(callers.ann ?? {}, questions)).status).toBe(400)
  })

  it('401: nobody asks without signing in', async () => {
    expect((await ask({}, [{ method: 'GET', path: '/' }])).status).toBe(401)
  })
})
