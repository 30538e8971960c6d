import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { formatKeySecret } from '@sluice/contracts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('the gateway', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway({ settings: { corsOrigins: ['https://app.example'] } })
    await gateway.write.permission('orders', { predicate: "path-prefix('/orders') and method('GET')", priority: 1 })
    await gateway.write.permission('public', { predicate: "path('/public')", roles: ['$unauthenticated'] })
  })
  afterAll(() => gateway.stop())

  describe('200', () => {
    it('lets the owner through to every service, without the credentials', async () => {
      for (const [path, service] of [
        ['/orders', 'data'],
        ['/keys', 'keys'],
        ['/gql-apps', 'graphql-apps'],
        ['/webhooks', 'webhook-dispatcher'],
      ]) {
        const answer = await gateway.call(`GET ${path}`, { headers: owner })
        expect(answer.json()).toMatchObject({ service, authorization: null, caller: { isRoot: true } })
      }
    })

    it('gives a service the path in its one form, and the permission with its rules filled', async () => {
      await gateway.write.user('tess', ['team'], { team: 'red' })
      await gateway.write.permission('team', {
        roles: ['team'],
        predicate: "path-prefix('/tasks')",
        mongo: { readFilter: { team: '@user.team' }, projectResponse: { hidden: 0 } },
      })
      const answer = await gateway.call('GET //tasks/./x%2e/a%20b/?q=1', { headers: basic('tess', "tess's password") })
      expect(answer.status).toBe(200)
      const { target, caller } = answer.json() as {
        target: string
        caller: { permission: { id: string; rules: string } }
      }
      expect(target).toBe('/tasks/x./a%20b?q=1')
      expect(caller.permission.id).toBe('team')
      expect(JSON.parse(caller.permission.rules)).toMatchObject({ readFilter: { team: 'red' } })
    })

    it('lets anonymous callers in where a permission says so', async () => {
      expect((await gateway.call('GET /public')).json()).toMatchObject({ caller: { principal: { id: null } } })
    })

    it('never passes on an inner header of a client, and hides those of a service', async () => {
      const answer = await gateway.call('POST /orders', { headers: { ...owner, 'X-Sluice-Forged': '1' }, body: '{}' })
      expect(answer.json()).toMatchObject({ forged: null, body: '{}' })
      expect(Object.keys(answer.headers).filter(name => name.startsWith('x-sluice-'))).toEqual([])
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    })

    it('looks into the body when a permission does, and sends it on whole', async () => {
      await gateway.write.permission('own', {
        predicate: "path('/notes') and method('POST')",
        mongo: { mergeRequest: { owner: '@user._id', copy: '@request.body.title' } },
      })
      const body = JSON.stringify({ title: 'short', text: 'x'.repeat(100_000) })
      const answer = await gateway.call('POST /notes', { headers: ann, body })
      expect(answer.status).toBe(200)
      const seen = answer.json() as { body: string; caller: { permission: { rules: string } } }
      expect(seen.body).toBe(body)
      expect(JSON.parse(seen.caller.permission.rules).mergeRequest).toEqual({ owner: 'ann', copy: 'short' })
    })

    it('says who one is, and which installation says so', async () => {
      const answer = await gateway.call('GET /whoami', { headers: ann })
      const service = { id: 'test', version: expect.any(String), tier: 'shared', defaultDatabase: 'sluice' }
      expect(answer.json()).toEqual({ id: 'ann', roles: ['reader'], via: 'password', service })
    })

    it('describes the whole API without sign-in', async () => {
      const answer = await gateway.call('GET /openapi.json')
      expect(answer.json()).toMatchObject({
        openapi: '3.1.1',
        paths: { '/whoami': {}, '/plugins': {}, '/plugins/{id}/{step}': {}, '/keys/{id}': {} },
      })
    })

    it('answers preflights of known origins, and tells others nothing', async () => {
      const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
      const allowed = await gateway.call('OPTIONS /orders', { headers })
      expect(allowed.status).toBe(204)
      expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example' })
      const other = await gateway.call('OPTIONS /orders', { headers: { ...headers, origin: 'https://evil.example' } })
      expect(other.headers['access-control-allow-origin']).toBeUndefined()
    })
  })

  describe('400', () => {
    it.each(['GET /orders%2f1', 'GET /a%252fb', 'GET /%ff', 'GET /a%00'])('for the path of %s', async line => {
      const answer = await gateway.call(line, { headers: owner })
      expect([answer.status, answer.json().code]).toEqual([400, 'BAD_PATH'])
    })

    it('for credentials in the query', async () => {
      const key = formatKeySecret(new Uint8Array(32))
      for (const query of ['access_token=x', `q=${key}`]) {
        const answer = await gateway.call(`GET /orders?${query}`, { headers: owner })
        expect([answer.status, answer.json().code]).toEqual([400, 'BAD_QUERY'])
        expect(answer.text).not.toContain(key)
      }
    })

    it.each([
      [
        'two Authorization headers',
        'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Basic x\r\nAuthorization: Basic y\r\n\r\n',
      ],
      ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
      ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
      ['what is no HTTP', 'nonsense\r\n\r\n'],
      ['a bad length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ])('for %s, with a problem document', async (_what, text) => {
      const answer = await gateway.raw(text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer.toLowerCase()).toContain('x-request-id: ')
      expect(answer).toContain('"code":"BAD_REQUEST"')
    })
  })

  describe('401', () => {
    it('with a challenge when nobody signed in', async () => {
      const answer = await gateway.call('GET /orders')
      expect([answer.status, answer.json().code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Sluice", charset="UTF-8"')
    })

    it('for wrong credentials also where an anonymous caller would be let in', async () => {
      const answer = await gateway.call('GET /public', { headers: basic('ann', 'wrong') })
      expect([answer.status, answer.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
    })

    it('for tokens of another kind', async () => {
      const answer = await gateway.call('GET /orders', { headers: bearer('sls_something') })
      expect([answer.status, answer.json().code]).toEqual([401, 'INVALID_TOKEN'])
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    })

    it('for a user from the moment the password is changed, or the user disabled or deleted', async () => {
      await gateway.write.user('pat', ['reader'])
      const headers = basic('pat', "pat's password")
      const status = async () => (await gateway.call('GET /orders', { headers })).status
      expect(await status()).toBe(200)
      await gateway.write.user('pat', ['reader'], { disabled: true })
      expect(await status()).toBe(401)
      await gateway.write.user('pat', ['reader'])
      expect(await status()).toBe(200)
      await gateway.write.user('pat', ['reader'], { password: 'no hash' })
      expect(await status()).toBe(401)
      await gateway.write.user('pat', ['reader'])
      await gateway.write.remove('users', 'pat')
      expect(await status()).toBe(401)
    })
  })

  describe('403', () => {
    it('without a permission, and from the moment one is gone', async () => {
      expect((await gateway.call('POST /orders', { headers: ann, body: '{}' })).status).toBe(403)
      await gateway.write.permission('brief', { predicate: "path('/brief')" })
      expect((await gateway.call('GET /brief', { headers: ann })).status).toBe(200)
      await gateway.write.remove('acl', 'brief')
      expect((await gateway.call('GET /brief', { headers: ann })).json().code).toBe('FORBIDDEN')
    })

    it('for rules that grow too large to be passed on', async () => {
      await gateway.write.permission('grows', {
        predicate: "path('/grows')",
        mongo: { mergeRequest: { copy: '@request.body.title' } },
      })
      const body = JSON.stringify({ title: 'x'.repeat(100_000) })
      expect((await gateway.call('POST /grows', { headers: ann, body })).json().code).toBe('GRANT_TOO_LARGE')
    })

    it('for a write mode that the permission does not allow', async () => {
      await gateway.write.permission('put', { predicate: "path-prefix('/puts')", roles: ['reader'] })
      expect((await gateway.call('PUT /puts/1', { headers: ann, body: '{}' })).status).toBe(200)
      expect((await gateway.call('PUT /puts/1?wm=upsert', { headers: ann, body: '{}' })).status).toBe(403)
      expect((await gateway.call('PUT /puts', { headers: ann, body: '{}' })).status).toBe(403)
      expect((await gateway.call('DELETE /puts/*?filter={}', { headers: ann })).status).toBe(403)
    })
  })

  describe('404, 405, 409', () => {
    it('for what is not there, and for a method that is not', async () => {
      expect((await gateway.call('GET /plugins/other', { headers: owner })).status).toBe(404)
      expect((await gateway.call('GET /docs/nothing')).status).toBe(404)
      const put = await gateway.call('PUT /whoami', { headers: owner, body: '{}' })
      expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD'])
      const trace = await gateway.call('TRACE /orders', { headers: owner })
      expect(trace.json().code).toBe('METHOD_NOT_ALLOWED')
      expect(trace.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    })

    it('for an impossible step of a plugin; a repeated one is fine', async () => {
      expect((await gateway.call('POST /plugins/webhooks/install', { headers: owner })).status).toBe(409)
      expect((await gateway.call('POST /plugins/webhooks/disable', { headers: owner })).status).toBe(200)
      expect((await gateway.call('POST /plugins/webhooks/enable', { headers: ann })).status).toBe(403)
    })
  })

  describe('413, 417, 431', () => {
    it('for a body beyond 16 MiB, announced or not', async () => {
      const announced = await gateway.raw(
        'POST /orders HTTP/1.1\r\nHost: a\r\nContent-Length: 16777217\r\nConnection: close\r\n\r\n',
      )
      expect(announced).toMatch(/^HTTP\/1.1 413 /)
      const body = Buffer.alloc(17 * 1024 * 1024)
      const headers = { ...owner, 'transfer-encoding': 'chunked' }
      const answer = await gateway.call('POST /orders', { headers, body }).catch(() => undefined)
      expect(answer === undefined || answer.status === 413).toBe(true)
    })

    it('that reaches a client which goes on sending its body', async () => {
      const length = 20 * 1024 * 1024
      const head = `POST /orders HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
      expect(await gateway.raw(head + 'x'.repeat(length))).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/)
    })

    it('for an expectation and for headers that are too large, with a problem document', async () => {
      const expectation = await gateway.raw('GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n')
      expect(expectation).toMatch(/^HTTP\/1.1 417 [\s\S]*"code":"EXPECTATION_FAILED"/)
      const large = await gateway.raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
      expect(large).toMatch(/^HTTP\/1.1 431 [\s\S]*"code":"HEADERS_TOO_LARGE"/)
    })
  })

  describe('429', () => {
    it('after five wrong passwords; the right one that is known is never held up', async () => {
      await gateway.write.user('max', ['reader'])
      const right = basic('max', "max's password")
      expect((await gateway.call('GET /orders', { headers: right })).status).toBe(200)
      const wrong = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          gateway.call('GET /orders', { headers: basic('max', `guess ${index}`) }),
        ),
      )
      const statuses = wrong.map(answer => answer.status)
      expect(statuses.filter(status => status === 401)).toHaveLength(5)
      expect(statuses.filter(status => status === 429)).toHaveLength(3)
      expect(Number(wrong.find(answer => answer.status === 429)?.headers['retry-after'])).toBeGreaterThan(1)
      expect((await gateway.call('GET /orders', { headers: right })).status).toBe(200)
    })
  })
})

describe('a gateway that can not know the state of keys, users and permissions', () => {
  it('says 503 to everyone, and never who is right or wrong', async () => {
    const gateway = await startGateway()
    await gateway.write.enableKeys()
    await gateway.write.permission('public', { predicate: "path('/public')", roles: ['$unauthenticated'] })
    const key = await gateway.write.key('k1')
    expect((await gateway.call('GET /whoami', { headers: bearer(key) })).status).toBe(200)
    await gateway.platform.changes.stop()
    const unknown = formatKeySecret(new Uint8Array(32))
    for (const headers of [owner, ann, basic('ann', 'wrong'), bearer(key), bearer(unknown), {}]) {
      const answer = await gateway.call('GET /public', { headers })
      expect([answer.status, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
      expect(answer.headers['retry-after']).toBe('1')
    }
    await gateway.stop()
  })
})
