import { describe, expect, it } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { AMELIA } from './small-world.ts'

/** Bad input through the first gateway: an answer that says what to do, and nothing half-written. */
export function describeWrongRequests(target: () => SluiceTarget): void {
  describe('a wrong request', () => {
    const send = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(target().urls[0] + path, init)
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        problem: await response.json(),
        id: response.headers.get('x-request-id'),
      }
    }
    const asOwner = (init: RequestInit = {}): RequestInit => ({
      ...init,
      headers: {
        authorization: `Basic ${btoa(`admin:${target().ownerPassword}`)}`,
        'content-type': 'application/json',
      },
    })

    type WrongRequest = { what: string; path: string; init: () => RequestInit; status: number; code: string }
    const row = (
      what: string,
      [path, init]: [string, () => RequestInit],
      [status, code]: [number, string],
    ): WrongRequest => ({
      what,
      path,
      init,
      status,
      code,
    })
    const post = (body: string) => () => asOwner({ method: 'POST', body })
    const badApp = '{"descriptor":{"name":"x"},"schema":"type Query {","mappings":{}}'
    const badUser = '{"_id":"a/b","password":"pppppppp","roles":[]}'
    const badPermission = '{"_id":"p","roles":["a"],"predicate":"path(/a) and","apiKeys":{"role":["b"]}}'
    const badWebhook = '{"name":"w","condition":"pth(/a)","url":"http://10.0.0.1/"}'
    const wrongPassword = { authorization: `Basic ${btoa('admin:wrong')}` }
    const rows: readonly WrongRequest[] = [
      row('a wrong password', ['/whoami', () => ({ headers: wrongPassword })], [401, 'INVALID_CREDENTIALS']),
      row('a malformed key', ['/whoami', () => ({ headers: { authorization: 'Bearer slk_x' } })], [401, 'INVALID_KEY']),
      row('nothing sent', ['/airports', () => ({})], [401, 'UNAUTHENTICATED']),
      row('an unknown path', ['/nowhere', asOwner], [404, 'NOT_FOUND']),
      row('malformed JSON', ['/airports', post('{"a": ')], [400, 'MALFORMED_JSON']),
      row('an ambiguous path', ['/airports/%252f', asOwner], [400, 'BAD_PATH']),
      row('a bad app', ['/gql-apps', post(badApp)], [400, 'VALIDATION_FAILED']),
      row('a user whom no path could name', ['/users', post(badUser)], [400, 'VALIDATION_FAILED']),
      row('a bad permission', ['/acl', post(badPermission)], [400, 'VALIDATION_FAILED']),
      row('a bad webhook', ['/webhooks', post(badWebhook)], [400, 'VALIDATION_FAILED']),
    ]

    it.each(rows)('is answered by a problem document: $what', async ({ path, init, status, code }) => {
      const answer = await send(path, init())
      expect(answer).toMatchObject({ status, type: expect.stringContaining('application/problem+json') })
      expect(answer.problem).toMatchObject({ code, status, requestId: answer.id, detail: expect.stringMatching(/\w/) })
    })

    it.each([
      'GET /whoami',
      'GET /plugins',
      'GET /airports',
      'GET /airports/_size',
      'GET /keys',
      'GET /keys/policy',
      'GET /webhooks',
      'GET /gql-apps',
      'GET /admin/keys',
      'POST /token',
      'DELETE /users/amelia',
    ])('never takes a path for its beginning, whose rest would be ignored: %s', async route => {
      const [method = '', path = ''] = route.split(' ')
      const longer = await send(`${path}/rest/of/it`, asOwner({ method }))
      expect([404, 405]).toContain(longer.status)
      expect(longer.problem).toMatchObject({ status: longer.status })
    })

    /** Each with the column at which it stops being JSON: its first character that no JSON text has there. */
    const malformed: readonly [string, number][] = [
      ['nul', 4],
      ['{"a":tru}', 9],
      ['{"a":"abc', 10],
      ['{"a":1,}', 8],
      ['{"a" 1}', 6],
      ["{'a':1}", 2],
      ['{"a":01}', 7],
      ['{"a":"\\x"}', 8],
      ['{"a":"\\u12g4"}', 11],
      ['{"a":[1 2]}', 9],
      ['{"a":1} {}', 9],
    ]
    const jsonPaths = ['/webhooks', '/gql-apps', '/gql-apps/validate', '/routes', '/users', '/acl', '/acl/explain']
    /** What each resource that takes JSON says of a body; keys are issued by who may issue some, all else is the owner's. */
    const answersTo = (body: string) => {
      const authorization = `Basic ${btoa(`${AMELIA.name}:${AMELIA.password}`)}`
      const headers = { authorization, 'content-type': 'application/json' }
      return Promise.all([
        send('/keys', { method: 'POST', headers, body }),
        ...jsonPaths.map(path => send(path, post(body)())),
      ])
    }

    it.each(malformed)('says everywhere alike where %j stops being JSON', async (body, column) => {
      const answers = await answersTo(`{"first":\n${body}`)
      const faults = answers.map(({ status, problem }) => ({ status, code: problem.code, errors: problem.errors }))
      const errors = [expect.objectContaining({ line: 2, column })]
      expect(faults).toEqual(answers.map(() => ({ status: 400, code: 'MALFORMED_JSON', errors })))
    })

    it.each(['', ' \n', '\ufeff'])('says everywhere alike that there is nothing in %j', async body => {
      const answers = await answersTo(body)
      const [first] = answers
      expect(first).toMatchObject({ status: 400, problem: { code: 'MALFORMED_JSON' } })
      const told = answers.map(({ problem }) => ({
        code: problem.code,
        detail: problem.detail,
        errors: problem.errors,
      }))
      expect(new Set(told.map(each => JSON.stringify(each))).size).toBe(1)
    })

    it('names the field of a bad permission and writes nothing', async () => {
      const { problem } = await send(
        '/acl',
        asOwner({ method: 'POST', body: '{"_id":"p","roles":["a"],"predicate":"path(/a)","apiKeys":{"role":["b"]}}' }),
      )
      expect(JSON.stringify(problem)).toContain('apiKeys.role')
      expect((await send('/acl/p', asOwner())).status).toBe(404)
    })

    it('describes every service at /openapi.json, for anybody', async () => {
      const description = (await (await fetch(`${target().urls[0]}/openapi.json`)).json()) as {
        openapi: string
        paths: object
      }
      expect(description.openapi).toMatch(/^3\.1/)
      for (const path of [
        '/keys',
        '/webhooks',
        '/gql-apps',
        '/graphql/{uri}',
        '/whoami',
        '/plugins',
        '/{collection}',
      ]) {
        expect(Object.keys(description.paths)).toContain(path)
      }
    })
  })
}
