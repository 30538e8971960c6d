import { EventEmitter, once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { refuse } from '@sluice/contracts'
import { StoreConflictError, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { createSignedClient, eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { z } from 'zod'
import { bodyBudget } from '../telemetry/byte-budget.ts'
import { createLogger } from '../telemetry/logger.ts'
import { CALLER_HEADER, grantKeys, REQUEST_HEADER, type SignedGrant } from '../trust/grant.ts'
import { createServiceApp } from './http-app.ts'
import { type Listener, listen } from './listener.ts'
import { parseBody } from './parse-body.ts'
import { bytes, noContent, ok, type Route, type RouteHandler } from './route.ts'

const route = (handle: RouteHandler): Route[2] => ({
  id: 'test',
  tag: 'description',
  summary: 'Test',
  answers: { 200: 'Done' },
  handle,
})
const thrower = (error: unknown) => route(() => Promise.reject(error))
const arrived = Promise.withResolvers<void>()
const aborted = Promise.withResolvers<void>()
const body = z.object({ name: z.string() })

const routes: readonly Route[] = [
  ['GET', '/things', route(({ caller, query }) => Promise.resolve(ok({ id: caller.principal.id, q: query.get('q') })))],
  ['POST', '/things', route(request => Promise.resolve(ok(parseBody(body, request))))],
  ['DELETE', '/things/:id', route(({ params }) => Promise.resolve(noContent({ 'x-id': params.id ?? '' })))],
  ['GET', '/files/*path', route(({ params }) => Promise.resolve(bytes(params.path ?? '', 'text/plain')))],
  ['PUT', '/refused', route(() => Promise.resolve(refuse('CONFLICT', 'It is taken.')))],
  ['GET', '/narrowed', { ...route(() => Promise.resolve(ok({}))), appliedRules: ['readFilter'] }],
  ['GET', '/throws/unavailable', thrower(new StoreUnavailableError('10.0.0.7 refused'))],
  ['GET', '/throws/conflict', thrower(new StoreConflictError('Too many changes of keys wait.'))],
  ['GET', '/throws/timeout', thrower(new StoreTimeoutError('slow'))],
  ['GET', '/throws/bug', thrower(new TypeError('the password is hunter2'))],
  [
    'GET',
    '/waits',
    route(async ({ signal }) => {
      signal().addEventListener('abort', () => aborted.resolve())
      arrived.resolve()
      await aborted.promise
      return noContent()
    }),
  ],
]
/** One of the files is described by itself. */
const described: readonly Route[] = [
  ['GET', '/files/own', { ...route(() => Promise.reject(new TypeError('never'))), id: 'showOwnFile' }],
]

let platform: TestPlatform
let listener: Listener
let client: ReturnType<typeof createSignedClient>
const logged: string[] = []

beforeAll(async () => {
  platform = await openTestPlatform()
  const destination = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const app = createServiceApp({
    name: 'keys',
    routes,
    described,
    changes: platform.changes,
    grantKeys: () => grantKeys(platform.internalSecrets(), 'keys'),
    logger: createLogger({ service: 'test', level: 'info', destination }),
  })
  listener = await listen(app, { host: '127.0.0.1', port: 0 })
  client = createSignedClient({ platform, upstream: 'keys', address: listener.address, isUndescribed: true })
})
afterAll(async () => {
  await listener.close(0)
  await platform.close()
})

const ada = { id: 'ada', roles: ['reader'] }
const requestId = '0198c3a0-0000-7000-8000-000000000001'

const port = () => ('port' in listener.address ? listener.address.port : 0)

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  const [response]: IncomingMessage[] = await once(sent, 'response')
  return { status: response?.statusCode, text: (await response?.toArray())?.join('') ?? '' }
}

describe('200', () => {
  it('tells the handler who calls, and what was asked', async () => {
    const answer = await client.request('GET', '/things?q=a%20b', { user: ada })
    expect(answer.json).toEqual({ id: 'ada', q: 'a b' })
  })

  it('gives a path of several segments as one parameter', async () => {
    expect((await client.request('GET', '/files/a/b%20c')).text).toBe('a/b c')
  })

  it('describes a path by itself that another route serves, and serves it as before', async () => {
    const { text } = await answerOf(httpRequest({ port: port(), path: '/openapi.json' }).end())
    expect(JSON.parse(text).paths['/files/own'].get.operationId).toBe('showOwnFile')
    expect((await client.request('GET', '/files/own')).text).toBe('own')
  })

  it('shows the description to anyone, without a grant', async () => {
    const { status, text } = await answerOf(httpRequest({ port: port(), path: '/openapi.json' }).end())
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text).paths)).toContain('/things/{id}')
  })

  it('answers HEAD as GET, without the body', async () => {
    const head = await client.request('HEAD', '/files/a/b')
    const get = await client.request('GET', '/files/a/b')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '3' })
    expect(get.headers['content-length']).toBe('3')
  })

  it('gives the length of what it sends, in bytes', async () => {
    const answer = await client.request('GET', '/things?q=%C3%A4%E2%82%AC')
    expect(answer.json).toEqual({ id: expect.any(String), q: 'ä€' })
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('takes a body that comes in pieces, without a length', async () => {
    const text = JSON.stringify({ name: 'x'.repeat(200_000) })
    const headers = client.grantFor('POST', '/things', { user: ada })
    const sent = httpRequest({ port: port(), path: '/things', method: 'POST', headers })
    for (let at = 0; at < text.length; at += 50_000) sent.write(text.slice(at, at + 50_000))
    const answer = await answerOf(sent.end())
    expect(answer.text === text).toBe(true)
  })

  it('tells the handler when the client has gone', async () => {
    const outcome = client.request('GET', '/waits').catch(() => 'cut')
    await arrived.promise
    listener.server.closeAllConnections()
    await aborted.promise
    expect(await outcome).toBe('cut')
  })
})

describe('204', () => {
  it('carries on a write the sequences that this process has seen', async () => {
    await platform.changes.follow({ topic: 'keys', reload: async () => {}, apply: async () => {} })
    await platform.changes.record('keys', 'k', () => Promise.resolve())
    const answer = await client.request('DELETE', '/things/7')
    expect(answer).toMatchObject({ status: 204, headers: { 'x-id': '7', 'x-sluice-positions': 'keys=1' } })
    expect((await client.request('GET', '/things')).headers).not.toHaveProperty('x-sluice-positions')
  })
})

describe('400', () => {
  it('says where the body stops being JSON', async () => {
    const answer = await client.request('POST', '/things', { body: '{"name": x}', grant: { requestId } })
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json).toMatchObject({ code: 'MALFORMED_JSON', requestId, errors: [{ line: 1, column: 10 }] })
  })

  it('names the field at fault', async () => {
    const answer = await client.request('POST', '/things', { body: { name: 1 } })
    expect(answer.json).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'name' }] })
  })

  it('refuses a path that is not percent-encoded', async () => {
    expect(await client.request('DELETE', '/things/%zz')).toMatchObject({ status: 400, json: { code: 'BAD_PATH' } })
  })
})

describe('403', () => {
  it('answers nobody but the gateway', async () => {
    const { status, text } = await answerOf(httpRequest({ port: port(), path: '/things' }).end())
    expect(status).toBe(403)
    expect(JSON.parse(text)).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('answers nobody with a part of a grant, or with parts of two', async () => {
    const ann = client.grantFor('GET', '/things', { user: { id: 'ann', roles: [] } })
    const owner = client.grantFor('GET', '/things')
    const status = async (headers: Partial<SignedGrant>) =>
      (await answerOf(httpRequest({ port: port(), path: '/things', headers }).end())).status
    expect([await status(ann), await status(owner)]).toEqual([200, 200])
    const { [CALLER_HEADER]: caller } = owner
    const { [REQUEST_HEADER]: request } = ann
    for (const headers of [{ [CALLER_HEADER]: caller }, { [REQUEST_HEADER]: request }]) {
      expect(await status(headers)).toBe(403)
    }
    expect(await status({ [CALLER_HEADER]: caller, [REQUEST_HEADER]: request })).toBe(403)
    for (const line of logged) expect(line).not.toContain(caller)
    for (const line of logged) expect(line).not.toContain(request)
  })

  it('refuses a grant that was made for another service', async () => {
    const stranger = createSignedClient({ platform, upstream: 'data', address: listener.address, isUndescribed: true })
    expect((await stranger.request('GET', '/things')).status).toBe(403)
  })
})

describe('404', () => {
  it('tells paths by case, as the permissions of the gateway do', async () => {
    for (const path of ['/Things', '/FILES/a']) expect((await client.request('GET', path)).status).toBe(404)
  })

  it('names the request where nothing is served', async () => {
    const answer = await client.request('GET', '/nothing', { grant: { requestId } })
    expect(answer).toMatchObject({ status: 404, json: { code: 'NOT_FOUND', requestId } })
  })
})

describe('405', () => {
  it('says which methods are served at the path', async () => {
    const answer = await client.request('PATCH', '/things', { grant: { requestId } })
    expect(answer).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED', requestId } })
    expect(answer.headers.allow).toBe('GET, POST')
    expect(await client.request('OPTIONS', '/things')).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } })
  })
})

describe('409', () => {
  it('sends what a handler refuses as a problem', async () => {
    const answer = await client.request('PUT', '/refused')
    expect(answer).toMatchObject({ status: 409, json: { code: 'CONFLICT', detail: 'It is taken.' } })
  })
})

describe('413', () => {
  it('refuses a body above 16 MiB', async () => {
    const answer = await client.request('POST', '/things', { body: new Uint8Array(16 * 1024 * 1024 + 1) })
    expect(answer).toMatchObject({ status: 413, json: { code: 'PAYLOAD_TOO_LARGE' } })
  })
})

describe('415', () => {
  it('refuses a compressed body', async () => {
    const answer = await client.request('POST', '/things', { body: 'x', headers: { 'content-encoding': 'gzip' } })
    expect(answer).toMatchObject({ status: 415, json: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })
})

describe('500', () => {
  it('says nothing of a bug but the request id, under which the log has it', async () => {
    const answer = await client.request('GET', '/throws/bug', { grant: { requestId } })
    expect(answer).toMatchObject({ status: 500, json: { code: 'INTERNAL', requestId } })
    expect(answer.text).not.toContain('hunter2')
    expect(logged.find(line => line.includes('request.failed'))).toContain(requestId)
  })
})

describe('503', () => {
  it('refuses a body for which there is no room beside others, until they are gone', async () => {
    const before = bodyBudget.heldBytes()
    const other = Object.assign(new EventEmitter(), { closed: false })
    const hold = bodyBudget.holdUntilClosed(other)
    const step = 1024 * 1024
    while (hold(step));
    const large = { name: 'x'.repeat(2 * step) }
    const post = () => client.request('POST', '/things', { body: large })
    const refused = await post().finally(() => other.emit('close'))
    expect(refused).toMatchObject({ status: 503, json: { code: 'OVERLOADED' } })
    expect(await post()).toMatchObject({ status: 200 })
    await eventually(() => bodyBudget.heldBytes() === before)
  })

  it('never says that the store does not answer when others were in the way', async () => {
    const detail = 'Too many changes of keys wait. Try again shortly.'
    const answer = await client.request('GET', '/throws/conflict')
    expect(answer).toMatchObject({ status: 503, json: { code: 'OVERLOADED', detail }, headers: { 'retry-after': '1' } })
  })

  it.each(['unavailable', 'timeout'])('says when to come again while the store does not answer: %s', async name => {
    const answer = await client.request('GET', `/throws/${name}`)
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } })
    expect(answer.text).not.toContain('10.0.0.7')
  })

  it.each([-31_000, 31_000])('is no lie about the caller where a clock has jumped: a grant of %i ms', async apart => {
    const issuedAt = platform.changes.storeTime() + apart
    const answer = await client.request('GET', '/things', { grant: { issuedAt } })
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } })
  })

  it('does not answer from what it knew before a change that the gateway has seen', async () => {
    const answer = await client.request('GET', '/things', { grant: { positions: { keys: 1_000 } } })
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } })
  })
})

describe('a permission with rules', () => {
  it('is served by operations that apply them, and refused by all others before they are called', async () => {
    const ask = (path: string, rules: object) => client.request('GET', path, { user: ada, permission: { rules } })
    expect((await ask('/narrowed?q=1', { readFilter: { a: 1 } })).status).toBe(200)
    expect(await ask('/narrowed?q=1', { projectResponse: { a: 0 } })).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN', detail: expect.stringContaining('GET /narrowed: your permission "of-the-test"') },
    })
    expect((await ask('/things', { readFilter: { a: 1 } })).status).toBe(403)
    expect((await ask('/things', { allowManagementRequests: true })).status).toBe(200)
  })
})
