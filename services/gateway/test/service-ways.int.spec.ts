import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  type Answer,
  bodyBudget,
  bytes,
  eventStream,
  noContent,
  notModified,
  ok,
  type RouteHandler,
  UnavailableError,
} from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { headOf, isWhole, type RunningBetween, SERVICE_WAYS, startBetween } from '../src/testing/start-between.ts'

const MIB = 1024 * 1024
const SHORT_MS = 500
const never = () => new Promise<never>(() => {})
const echo: RouteHandler = async ({ rawBody }) => bytes(rawBody, 'text/plain')
const answerOf =
  (answer: Answer): RouteHandler =>
  () =>
    Promise.resolve(answer)

/** What is in force on the way from the gateway to a service, whether it is a socket or a call. */
describe.each(SERVICE_WAYS)('to a service by %s', way => {
  let between: RunningBetween | undefined
  const start = async (handlers: Readonly<Record<string, RouteHandler>>, patienceMs?: number) => {
    between = await startBetween({ way, handlers, ...(patienceMs !== undefined && { patienceMs }) })
    return between
  }
  afterEach(async () => {
    await between?.stop()
    between = undefined
  })

  describe('headers', () => {
    it('arrive as Node tells them: the first, or all of them joined', async () => {
      const names = [
        'user-agent',
        'if-match',
        'cookie',
        'x-latin',
        'x-empty',
        'content-type',
        'x-none',
        'authorization',
      ]
      const { raw } = await start({
        'GET /seen': async ({ header }) => ok(names.map(name => header(name.toUpperCase()) ?? null)),
      })
      const owner = `Authorization: Basic ${btoa("admin:admin's password")}`
      const sent = ['User-Agent: a', 'user-agent: b', 'If-Match: "1"', 'IF-MATCH: "2"', 'Cookie: a=1', 'cookie: b=2']
      const more = [
        'x-latin: caf\u00e9',
        'x-empty:',
        'Content-Type: text/plain',
        'Connection: close, x-none',
        'x-none: 1',
      ]
      const answer = await raw(['GET /seen HTTP/1.1', 'Host: a', owner, ...sent, ...more, '', ''].join('\r\n'))
      // The test writes UTF-8, and each byte of it is a character of a header.
      const seen = ['a', '"1", "2"', 'a=1; b=2', 'caf\u00c3\u00a9', '', 'text/plain', null, null]
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(seen)
    })

    it('may be many, both ways', async () => {
      const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-many-${at}`, `value ${at}`]))
      const { call } = await start({
        'GET /many': async ({ header }) =>
          bytes('', 'text/plain', {
            headers: Object.fromEntries(Object.keys(many).map(name => [name, header(name) ?? 'none'])),
          }),
      })
      expect((await call('GET /many', { headers: many })).headers).toMatchObject(many)
    })

    it('of an answer reach client and event alike, with its date', async () => {
      const headers = { etag: '"1"', location: '/caf%C3%A9', 'x-sluice-own': 'no', 'X-Name': 'a, b' }
      const { call, shipped } = await start({ 'GET /named': answerOf(bytes('{}', 'application/json', { headers })) })
      const told = { etag: '"1"', location: '/caf%C3%A9', 'x-name': 'a, b', 'content-type': 'application/json' }
      const answer = await call('GET /named')
      expect(answer.headers).toMatchObject({ ...told, 'content-length': '2', date: expect.stringMatching(/ GMT$/) })
      expect(answer.headers).not.toHaveProperty('x-sluice-own')
      await eventually(() => shipped.length === 1)
      const names = shipped[0]?.event.response?.headers.map(([name]) => name).toSorted()
      expect(names).toEqual(['content-length', 'content-type', 'date', 'etag', 'location', 'x-name'])
    })

    it('that can not be sent are a fault of the service, and nothing of them is', async () => {
      const { call } = await start({ 'GET /split': answerOf(ok({}, { 'x-a': 'a\r\nset-cookie: b' })) })
      const answer = await call('GET /split')
      expect([answer.status, answer.json().code, answer.headers['set-cookie']]).toEqual([500, 'INTERNAL', undefined])
    })
  })

  describe('bodies', () => {
    it('of 16 MiB pass unchanged both ways, and larger ones are refused, with a length and without', async () => {
      const { begin, call } = await start({ 'POST /echo': echo })
      const body = Buffer.alloc(16 * MIB, 'sluice')
      const answer = await call('POST /echo', { body })
      expect([answer.status, answer.text.length, answer.text === body.toString()]).toEqual([200, body.length, true])
      expect((await call('POST /echo', { body: Buffer.alloc(16 * MIB + 1) })).status).toBe(413)
      const chunked = begin('POST', '/echo')
      for (let sent = 0; sent < 16; sent += 1) chunked.write(Buffer.alloc(MIB))
      chunked.end('x')
      expect((await headOf(chunked)).statusCode).toBe(413)
    })

    it('may be none, or empty, and are recorded as they came', async () => {
      const { begin, call, shipped } = await start({ 'POST /length': async ({ rawBody }) => ok(rawBody.length) })
      expect((await call('POST /length')).text).toBe('0')
      const chunked = begin('POST', '/length', { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' })
      chunked.write('ab')
      chunked.end('c')
      expect(await text(await headOf(chunked))).toBe('3')
      await eventually(() => shipped.length === 2)
      expect(shipped.map(({ requestBody }) => Buffer.from(requestBody).toString())).toEqual(['', 'abc'])
    })

    it('that the service refuses unread are answered, and of a large one the connection is closed', async () => {
      const { begin, call } = await start({ 'POST /echo': echo })
      const headers = { 'content-encoding': 'gzip' }
      const small = await call('POST /echo', { headers, body: 'zipped' })
      expect([small.status, small.headers.connection]).toEqual([415, 'keep-alive'])
      expect((await call('POST /echo', { body: 'next' })).text).toBe('next')
      const large = begin('POST', '/echo', headers)
      large.write(Buffer.alloc(MIB))
      const answer = await headOf(large)
      expect([answer.statusCode, answer.headers.connection]).toEqual([415, 'close'])
      large.destroy()
    })

    it('that break off reach no handler, and their event says so', async () => {
      let isHandled = false
      const { begin, shipped } = await start({
        'POST /echo': async () => {
          isHandled = true
          return noContent()
        },
      })
      const request = begin('POST', '/echo', { 'content-length': '1000000' })
      await new Promise(resolve => request.write(Buffer.alloc(200_000), resolve))
      request.destroy()
      await eventually(() => shipped.length === 1)
      expect(shipped[0]?.event).toMatchObject({ aborted: true, response: null })
      expect(isHandled).toBe(false)
    })
  })

  it('HEAD, 204 and 304 have their headers and no body', async () => {
    const { call, shipped } = await start({
      'GET /text': answerOf(bytes('content', 'text/plain')),
      'GET /flow': answerOf(eventStream((async function* () {})())),
      'GET /none': answerOf(noContent({ etag: '"1"' })),
      'GET /same': answerOf(notModified({ etag: '"1"' })),
    })
    const head = await call('HEAD /text')
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '7'])
    expect((await call('HEAD /flow')).headers['content-type']).toBe('text/event-stream')
    for (const [path, status] of [['/none', 204] as const, ['/same', 304] as const]) {
      const { headers, ...answer } = await call(`GET ${path}`)
      expect([answer.status, answer.text, headers.etag, headers['content-length']]).toEqual([
        status,
        '',
        '"1"',
        undefined,
      ])
    }
    await eventually(() => shipped.length === 4)
  })

  it('what a handler throws is a problem document, and says nothing of itself', async () => {
    const { call } = await start({
      'GET /bug': () => Promise.reject(new TypeError('the password is hunter2')),
      'GET /store': () => Promise.reject(new UnavailableError('10.0.0.7')),
    })
    const bug = await call('GET /bug')
    expect([bug.status, bug.json().code, bug.text.includes('hunter2')]).toEqual([500, 'INTERNAL', false])
    const store = await call('GET /store')
    expect([store.status, store.headers['retry-after']]).toEqual([503, '1'])
  })

  it('no more than 128 requests are there at once; the others wait, and all are answered', async () => {
    const state = { now: 0, most: 0 }
    const full = Promise.withResolvers<void>()
    const { call } = await start({
      'POST /echo': async request => {
        state.now += 1
        state.most = Math.max(state.most, state.now)
        if (state.now === 128) setImmediate(full.resolve)
        await full.promise
        state.now -= 1
        return echo(request)
      },
    })
    const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => call('POST /echo', { body: `${at}` })))
    expect(answers.map(answer => answer.text)).toEqual(answers.map((_, at) => `${at}`))
    expect(state.most).toBe(128)
  })

  describe('a service that', () => {
    it('is silent for too long is a 504, and is told that nobody waits any more', async () => {
      let isAborted = false
      const { call } = await start(
        {
          'POST /silent': ({ signal }) => {
            signal().addEventListener('abort', () => {
              isAborted = true
            })
            return never()
          },
        },
        SHORT_MS,
      )
      const answer = await call('POST /silent', { body: '{}' })
      expect([answer.status, answer.json().code]).toEqual([504, 'UPSTREAM_TIMEOUT'])
      await eventually(() => isAborted)
    })

    it('falls silent in the middle of a stream is cut', async () => {
      const pieces = async function* () {
        yield 'data: 1\n\n'
        await never()
      }
      const { begin } = await start({ 'GET /stream': answerOf(eventStream(pieces())) }, SHORT_MS)
      expect(await isWhole(await headOf(begin('GET', '/stream').end()))).toBe(false)
    })

    it('is not there is a 502', async () => {
      const { call, stopService } = await start({ 'POST /echo': echo })
      expect((await call('POST /echo', { body: 'here' })).status).toBe(200)
      await stopService()
      const answer = await call('POST /echo', { body: 'gone' })
      expect([answer.status, answer.json().code]).toEqual([502, 'UPSTREAM_FAILED'])
      expect((await call('GET /openapi.json')).status).toBe(502)
    })

    it('stops while it answers is cut', async () => {
      const arrived = Promise.withResolvers<void>()
      const { call, stopService } = await start({
        'POST /waits': () => {
          arrived.resolve()
          return never()
        },
      })
      const answer = call('POST /waits', { body: '{}' })
      await arrived.promise
      await stopService()
      expect((await answer).status).toBe(502)
    })
  })

  describe('a client that', () => {
    it('goes before the answer ends the request at the service, and its event says so', async () => {
      const state = { hasArrived: false, isAborted: false }
      const { begin, shipped } = await start({
        'POST /waits': ({ signal }) => {
          state.hasArrived = true
          signal().addEventListener('abort', () => {
            state.isAborted = true
          })
          return never()
        },
      })
      const request = begin('POST', '/waits').end('{}')
      await eventually(() => state.hasArrived)
      request.destroy()
      await eventually(() => state.isAborted && shipped.length === 1)
      expect(shipped[0]?.event).toMatchObject({ aborted: true, outcome: 'unknown', response: null })
    })

    it('does not read keeps a large answer counted at the service until it goes', async () => {
      const { begin } = await start({
        'GET /large': async ({ hold }) => {
          hold(32 * MIB)
          return bytes(Buffer.alloc(32 * MIB), 'application/octet-stream')
        },
      })
      const before = bodyBudget.heldBytes()
      const request = begin('GET', '/large').end()
      await headOf(request)
      expect(bodyBudget.heldBytes()).toBeGreaterThanOrEqual(before + 32 * MIB)
      request.destroy()
      await eventually(() => bodyBudget.heldBytes() === before)
    })
  })
})
