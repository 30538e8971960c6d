import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { basic } from '../testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('what the gateway answers itself', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.user('tess', ['team'], { team: 'red' })
    await gateway.write.permission('tasks', {
      roles: ['team'],
      predicate: "path-prefix('/tasks') and method('GET')",
      priority: 1,
      mongo: { readFilter: { team: '@user.team' } },
    })
    await gateway.write.permission('titles', {
      roles: ['team'],
      predicate: "path('/titles') and bson-request-contains('title')",
      priority: 2,
    })
    await gateway.write.permission('public', { predicate: "path('/public')", roles: ['$unauthenticated'] })
    await gateway.write.permission('only-signed', { predicate: 'auth-required', roles: ['signed'] })
    await gateway.write.permission('named', {
      predicate: "path('/named') and equals(%u, 'ann')",
      roles: ['$unauthenticated'],
    })
    await gateway.write.permission('members', { predicate: "path('/members') and auth-required" })
  })
  afterAll(() => gateway.stop())

  const explain = async (question: unknown, headers = owner) =>
    gateway.call('POST /acl/explain', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(question),
    })

  it('refuses who is let in by a permission with a rule, which nothing here applies', async () => {
    await gateway.write.user('nel', ['narrow'])
    const narrow = { roles: ['narrow'], predicate: "path-prefix('/plugins')" }
    await gateway.write.permission('narrow', { ...narrow, mongo: { readFilter: { id: 'webhooks' } } })
    const headers = basic('nel', "nel's password")
    const refused = await gateway.call('GET /plugins', { headers })
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'FORBIDDEN',
      detail: expect.stringContaining('GET /plugins: your permission "narrow" is narrowed by mongo.readFilter'),
    })
    const explained = (await explain({ user: 'nel', method: 'GET', path: '/plugins' })).json()
    const { code, detail: reason } = refused.json()
    expect(explained).toMatchObject({ allowed: false, permission: 'narrow', code, reason, readFilter: null })
    await gateway.write.permission('narrow', narrow)
    expect((await gateway.call('GET /plugins', { headers })).status).toBe(200)
  })

  describe('a query parameter that is not known', () => {
    it.each(['GET /whoami?usr=ann', 'GET /plugins?state=on', 'POST /plugins/webhooks/enable?dryrun=true'])(
      '400: %s does nothing and names it',
      async line => {
        const answer = await gateway.call(line, { headers: owner })
        const name = /[?](\w+)/.exec(line)?.[1]
        expect(answer.json()).toMatchObject({ status: 400, code: 'BAD_QUERY', errors: [{ path: name }] })
        const plugins = (await gateway.call('GET /plugins', { headers: owner })).json()
        expect(plugins).toContainEqual({ id: 'webhooks', state: 'disabled' })
      },
    )

    it('is of no account to the pages that describe the API', async () => {
      expect((await gateway.call('GET /docs/errors?v=2')).status).toBe(200)
    })
  })

  describe('POST /acl/explain', () => {
    it('knows whether one has to sign in for it, as the real request does', async () => {
      const asked = { roles: ['signed'], method: 'GET' }
      expect((await explain({ ...asked, path: '/tasks/1' })).json()).toMatchObject({ permission: 'only-signed' })
      expect((await explain({ ...asked, path: '/public' })).json()).toMatchObject({ allowed: false })
    })

    it('tells an owner which permission applies to a user, why the others do not, and what its filter becomes', async () => {
      const { status, json } = await explain({ user: 'tess', method: 'GET', path: '/tasks/7' })
      expect(status).toBe(200)
      expect(json()).toMatchObject({ allowed: true, permission: 'tasks', readFilter: { team: 'red' } })
      const { considered } = json() as { considered: { _id: string; matched: boolean }[] }
      expect(considered.map(({ _id, matched }) => [_id, matched])).toEqual([
        ['titles', false],
        ['tasks', true],
      ])
    })

    it('judges roles without a user, and a body', async () => {
      const asked = { roles: ['team'], method: 'POST', path: '/titles' }
      expect((await explain({ ...asked, body: { title: 'x' } })).json()).toMatchObject({ permission: 'titles' })
      expect((await explain({ ...asked, body: {} })).json()).toMatchObject({ allowed: false, code: 'FORBIDDEN' })
      const anonymous = { roles: ['$unauthenticated'], method: 'GET' }
      expect((await explain({ ...anonymous, path: '/public' })).json()).toMatchObject({ permission: 'public' })
      expect((await explain({ ...anonymous, path: '/tasks' })).json()).toMatchObject({ code: 'UNAUTHENTICATED' })
    })

    it('judges drafts as if they were saved, beside those in force, and writes nothing', async () => {
      const asked = { user: 'tess', method: 'GET', path: '/tasks/7' }
      const narrower = {
        _id: 'narrower',
        roles: ['team'],
        predicate: "path-prefix('/tasks')",
        priority: 9,
        mongo: { readFilter: { owner: '@user._id', since: { _$gt: { $date: 0 } } } },
      }
      const draft = { ...asked, draft: narrower }
      const readFilter = { owner: 'tess', since: { $gt: { $date: 0 } } }
      expect((await explain(draft)).json()).toMatchObject({ allowed: true, permission: 'narrower', readFilter })
      const closed = { ...narrower, _id: 'tasks', predicate: "path('/elsewhere')" }
      expect((await explain({ ...asked, draft: [closed] })).json()).toMatchObject({ allowed: false, code: 'FORBIDDEN' })
      expect((await explain(asked)).json()).toMatchObject({ permission: 'tasks' })
      const open = { _id: 'open', roles: ['$unauthenticated'], predicate: "path('/only')" }
      const signed = { roles: ['signed'], method: 'GET', path: '/only' }
      expect((await explain(signed)).json()).toMatchObject({ permission: 'only-signed' })
      expect((await explain({ ...signed, draft: [open] })).json()).toMatchObject({ allowed: false })
      const stored = gateway.platform.store.collection({ db: 'sluice', collection: 'acl' })
      expect(await stored.count({ _id: { $in: ['narrower', 'open'] } })).toBe(0)
    })

    it('refuses a draft that could not be saved, and names the field', async () => {
      const asked = { user: 'tess', method: 'GET', path: '/tasks/7' }
      const bad = { _id: 'bad', roles: ['team'], predicate: 'path(' }
      const unread = { _id: 'unread', roles: ['team'], predicate: "path('/plugins')", mongo: { readFilter: { a: 1 } } }
      const answer = (await explain({ ...asked, draft: [bad, unread] })).json()
      expect(answer).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'draft.0.predicate', line: 1 }, { path: 'draft.1.mongo.readFilter' }],
      })
      expect((await explain({ ...asked, draft: bad })).json()).toMatchObject({ errors: [{ path: 'draft.predicate' }] })
      expect((await explain({ ...asked, draft: Array.from({ length: 51 }, () => bad) })).status).toBe(400)
    })

    it('names every fault of the question', async () => {
      const answer = await explain({ user: 'tess', roles: [], method: 'BREW', path: 'tasks' })
      expect(answer.status).toBe(400)
      const { errors } = answer.json() as { errors: { path: string }[] }
      expect(errors.map(({ path }) => path)).toEqual(expect.arrayContaining(['method', 'path']))
      expect((await explain({ user: 'nobody', method: 'GET', path: '/' })).json()).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'user', message: 'There is no user of this name.' }],
      })
      const cut = await gateway.call('POST /acl/explain', { headers: owner, body: '{"user":' })
      expect(cut.json()).toMatchObject({ code: 'MALFORMED_JSON' })
      const large = await explain({ user: 'tess', method: 'GET', path: '/', body: 'x'.repeat(1024 * 1024) })
      expect(large.status).toBe(413)
    })

    it('is for those whom the ACL lets in', async () => {
      expect((await explain({ user: 'tess', method: 'GET', path: '/' }, ann)).status).toBe(403)
    })
  })

  describe('GET /docs', () => {
    it('shows every route of the gateway and of the services to anybody, and loads nothing from elsewhere', async () => {
      const { status, headers, text } = await gateway.call('GET /docs')
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      for (const path of ['/whoami', '/token', '/acl/explain', '/plugins/']) expect(text).toContain(path)
      expect(text).not.toMatch(/<script|(src|href)="(https?:)?\/\//)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    })

    it('describes the same for programs', async () => {
      const { paths } = (await gateway.call('GET /openapi.json')).json() as { paths: Record<string, object> }
      expect(paths).toMatchObject({ '/acl/explain': { post: {} }, '/token': { post: {}, delete: {} } })
    })

    it('explains every error where its type points to', async () => {
      const { type } = (await gateway.call('GET /orders')).json()
      const [path, anchor] = String(type).split('#')
      expect((await gateway.call(`GET ${path}`)).text).toContain(`id="${anchor}"`)
    })
  })

  it('writes down who has switched a plugin, and from where; a step that changes nothing leaves no line', async () => {
    for (const step of ['install', 'enable', 'enable', 'disable']) {
      expect((await gateway.call(`POST /plugins/api-keys/${step}`, { headers: owner })).status).toBe(200)
    }
    const trail = gateway.platform.store.collection({ db: gateway.platform.db, collection: AUDIT_COLLECTION })
    const lines = await trail.find({}, { sort: { at: 1 } })
    expect(lines.map(({ action }) => action)).toEqual(['plugin.installed', 'plugin.enabled', 'plugin.disabled'])
    for (const line of lines) expect(line).toMatchObject({ actor: 'admin', from: '127.0.0.1', detail: 'api-keys' })
  })

  it('shows and moves one state: a plugin that can not be read is disabled, and can be enabled again', async () => {
    await gateway.write.put('plugins', { _id: 'api-keys', state: 'of no known form' })
    const plugins = (await gateway.call('GET /plugins', { headers: owner })).json()
    expect(plugins).toContainEqual({ id: 'api-keys', state: 'disabled' })
    expect((await gateway.call('POST /plugins/api-keys/install', { headers: owner })).status).toBe(409)
    const state = async () => (await gateway.call('GET /plugins', { headers: owner })).json()
    const before = await state()
    const tried = await gateway.call('POST /plugins/api-keys/uninstall?dryRun=true', { headers: owner })
    expect(tried).toMatchObject({ status: 200 })
    expect(tried.json()).toEqual({ id: 'api-keys', state: 'uninstalled' })
    expect((await gateway.call('POST /plugins/api-keys/uninstall?dryRun=1', { headers: owner })).status).toBe(400)
    expect(await state()).toEqual(before)
    const enabled = await gateway.call('POST /plugins/api-keys/enable', { headers: owner })
    expect(enabled.json()).toEqual({ id: 'api-keys', state: 'enabled' })
  })

  it('takes a step from the state that one has read, and from no other', async () => {
    const step = (name: string, headers: Record<string, string> = {}) =>
      gateway.call(`POST /plugins/api-keys/${name}`, { headers: { ...owner, ...headers } })
    expect((await step('enable')).headers.etag).toBe('"enabled"')
    const second = await step('disable', { 'if-match': '"installed"' })
    expect(second.json()).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' })
    const state = (await gateway.call('GET /plugins', { headers: owner })).json()
    expect(state).toContainEqual({ id: 'api-keys', state: 'enabled' })
    expect((await step('disable', { 'if-match': '"enabled"' })).headers.etag).toBe('"disabled"')
    expect((await step('enable', { 'if-match': '*' })).status).toBe(200)
    expect((await step('disable', { 'if-none-match': '*' })).status).toBe(412)
  })

  it('knows for permissions and events whether somebody anonymous would be refused', async () => {
    expect((await gateway.call('GET /members', { headers: ann })).status).toBe(200)
    await gateway.write.wantEvents()
    const { shipped, stop } = await followEvents(gateway.platform)
    await gateway.call('GET /members', { headers: ann })
    await gateway.call('GET /public', { headers: ann })
    await gateway.call('GET /named', { headers: ann })
    await eventually(() => shipped.length === 3)
    const known = shipped.map(({ event }) => [event.request.path, event.request.needsCredentials])
    expect(Object.fromEntries(known)).toEqual({ '/members': true, '/public': false, '/named': true })
    await stop()
  })
})
