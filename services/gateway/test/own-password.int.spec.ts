import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { hash } from '@node-rs/argon2'
import { DOCUMENT_RULES } from '@sluice/contracts'
import { newEtag } from '@sluice/documents'
import { createServiceApp, currentKeys, grantKeys, ok, POSITIONS_HEADER } from '@sluice/service-kit'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const FIRST = "ann's password"
const SECOND = 'another password'

/** Writes a user's password as the data service does. @returns the ETag of the user */
async function writePassword({ changes, db }: TestPlatform, id: string, body: string): Promise<string> {
  const { password } = JSON.parse(body)
  const stored = await hash(password, { memoryCost: 64, timeCost: 1 })
  const _etag = newEtag()
  await changes.record('users', id, async ({ collection }) => {
    await collection({ db, collection: 'users' }).updateOne({ _id: id }, { $set: { password: stored, _etag } })
  })
  return `"${_etag.toHexString()}"`
}

/** Writes passwords, and remembers who asked for it. */
function dataService(platform: TestPlatform, asked: object[]): RequestListener {
  const { changes, logger, internalSecrets } = platform
  return createServiceApp({
    name: 'data',
    grantKeys: currentKeys(internalSecrets, secrets => grantKeys(secrets, 'data')),
    changes,
    logger,
    routes: [
      [
        'PATCH',
        '/users/:id',
        {
          id: 'patchUser',
          tag: 'users',
          summary: 'Writes a password',
          appliedRules: DOCUMENT_RULES,
          answers: { 200: 'The user' },
          async handle({ caller, params, rawBody, header }) {
            asked.push({ caller, user: params.id, ifMatch: header('if-match') })
            const etag = await writePassword(platform, params.id ?? '', Buffer.from(rawBody).toString())
            return ok({ _id: params.id }, { etag })
          },
        },
      ],
    ],
  })
}

/** Answers what is asked of a data service besides, its description say, by 404. */
const onlyPatch =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
  (request, response) =>
    request.method === 'PATCH' ? void answer(request, response) : void response.writeHead(404).end()

describe('PUT /whoami/password', () => {
  let gateway: RunningGateway
  const asked: { caller: { isRoot: boolean; permission: unknown; clientAddress: string } }[] = []

  beforeAll(async () => {
    const platform = await openTestPlatform()
    gateway = await startGateway({ platform, handlers: { data: dataService(platform, asked) } })
  })
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    asked.length = 0
    await gateway.write.user('ann', ['reader'])
  })

  const put = (headers: Record<string, string>, body: unknown) =>
    gateway.call('PUT /whoami/password', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const session = async (password = FIRST) =>
    String((await gateway.call('POST /token', { headers: basic('ann', password) })).json().access_token)
  const statusOf = async (headers: Record<string, string>) => (await gateway.call('GET /whoami', { headers })).status

  it('204: by password, from then on the new one works and the old one does not', async () => {
    expect((await put(basic('ann', FIRST), { current: FIRST, new: SECOND })).status).toBe(204)
    expect(await statusOf(basic('ann', SECOND))).toBe(200)
    expect(await statusOf(basic('ann', FIRST))).toBe(401)
    expect(asked).toMatchObject([
      {
        user: 'ann',
        caller: {
          isRoot: false,
          permission: { rules: expect.stringContaining('"ann"') },
          clientAddress: '127.0.0.1',
          principal: { id: 'ann' },
        },
      },
    ])
  })

  it('200: a session goes on under another token, and all others have ended', async () => {
    const [own, other] = [await session(), await session()]
    const answer = await put(bearer(own), { current: FIRST, new: SECOND })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { access_token: next, ...rest } = answer.json()
    expect(rest).toMatchObject({ token_type: 'Bearer', username: 'ann', roles: ['reader'] })
    expect(await statusOf(bearer(String(next)))).toBe(200)
    expect([await statusOf(bearer(own)), await statusOf(bearer(other))]).toEqual([401, 401])
  })

  it('writes a root user by the word of a root user', async () => {
    await gateway.write.user('root', ['admin'])
    expect((await put(basic('root', "root's password"), { current: "root's password", new: SECOND })).status).toBe(204)
    expect(asked).toMatchObject([{ user: 'root', caller: { isRoot: true } }])
  })

  it('400: a wrong current password, which is named, and counts as a failed sign-in', async () => {
    await gateway.write.user('eve', ['reader'])
    const token = String(
      (await gateway.call('POST /token', { headers: basic('eve', "eve's password") })).json().access_token,
    )
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await put(bearer(token), { current: 'a guess', new: SECOND })
      expect(wrong.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path: 'current' }] })
    }
    const held = await put(bearer(token), { current: 'a guess', new: SECOND })
    expect([held.status, held.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf(basic('eve', 'not this one'))).toBe(429)
    expect(asked).toEqual([])
  })

  it.each([
    [{ current: FIRST }, 'new'],
    [{ new: SECOND }, 'current'],
    [{ current: FIRST, new: '' }, 'new'],
    [{ current: FIRST, new: 7 }, 'new'],
    [{ current: FIRST, new: FIRST }, 'new'],
    [{ current: FIRST, new: '\u4e00'.repeat(1024) }, 'new'],
    [{ current: FIRST, new: SECOND, user: 'admin' }, 'user'],
  ])('400: %j', async (body, path) => {
    const answer = await put(basic('ann', FIRST), body)
    expect(answer.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [{ path }] })
    expect(asked).toEqual([])
  })

  it('401: for nobody who has not signed in', async () => {
    expect((await put({}, { current: FIRST, new: SECOND })).status).toBe(401)
  })

  it('403: by no key, though the password is right', async () => {
    await gateway.write.enableKeys()
    const key = await gateway.write.key('k')
    expect((await put(bearer(key), { current: FIRST, new: SECOND })).json()).toMatchObject({ code: 'FORBIDDEN' })
    expect(asked).toEqual([])
  })

  it('429: ten changes a minute at most, as each costs a hash', async () => {
    await gateway.write.user('tim', ['reader'])
    let current = "tim's password"
    const statuses: number[] = []
    for (let change = 0; change < 11; change += 1) {
      const next = `password ${change}`
      statuses.push((await put(basic('tim', current), { current, new: next })).status)
      if (statuses.at(-1) === 204) current = next
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429])
  })

  it('leaves neither password in the event', async () => {
    await gateway.write.wantEvents()
    const { shipped, stop } = await followEvents(gateway.platform)
    await put(basic('ann', FIRST), { current: FIRST, new: SECOND })
    const paths = () => shipped.map(({ event }) => event.request.path)
    await eventually(() => paths().includes('/whoami/password'))
    const text = JSON.stringify(
      shipped.map(one => [one.event, one.requestBody.toString(), one.responseBody.toString()]),
    )
    expect(text).not.toContain(SECOND)
    expect(text).not.toContain(FIRST)
    await stop()
  })
})

describe('PUT /whoami/password, where this gateway can not take over in time what was written', () => {
  it('204: it is told as written, and the new password signs in', async () => {
    const platform = await openTestPlatform()
    const handler = onlyPatch(async (request, response) => {
      const etag = await writePassword(platform, 'ann', await text(request))
      response.writeHead(200, { etag, [POSITIONS_HEADER]: 'users=999999' }).end('{}')
    })
    const gateway = await startGateway({ platform, handlers: { data: handler } })
    const answer = await gateway.call('PUT /whoami/password', {
      headers: basic('ann', FIRST),
      body: JSON.stringify({ current: FIRST, new: SECOND }),
    })
    expect(answer.status).toBe(204)
    expect((await gateway.call('GET /whoami', { headers: basic('ann', SECOND) })).status).toBe(200)
    await gateway.stop()
  })
})

describe('PUT /whoami/password, at the moment of an owner who resets the password', () => {
  it('204: no session is begun under the password of the owner', async () => {
    const platform = await openTestPlatform()
    const handler = onlyPatch(async (request, response) => {
      const etag = await writePassword(platform, 'ann', await text(request))
      await writePassword(platform, 'ann', JSON.stringify({ password: 'of the owner' }))
      response.writeHead(200, { etag }).end('{}')
    })
    const gateway = await startGateway({ platform, handlers: { data: handler } })
    const { access_token: token } = (await gateway.call('POST /token', { headers: basic('ann', FIRST) })).json()
    const sessions = platform.store.collection({ db: platform.db, collection: 'sessions' })
    const before = await sessions.find({})
    const answer = await gateway.call('PUT /whoami/password', {
      headers: { ...bearer(String(token)), 'content-type': 'application/json' },
      body: JSON.stringify({ current: FIRST, new: SECOND }),
    })
    expect(answer.status).toBe(204)
    expect(await sessions.find({})).toEqual(before)
    expect((await gateway.call('GET /whoami', { headers: bearer(String(token)) })).status).toBe(401)
    await gateway.stop()
  })
})

describe('PUT /whoami/password, where the data service says no', () => {
  it.each([
    [412, { code: 'PRECONDITION_FAILED', detail: 'Another version.' }, { status: 409, code: 'CONFLICT' }],
    [
      400,
      { code: 'VALIDATION_FAILED', detail: 'No.', errors: [{ path: 'password', message: 'No.' }] },
      { status: 400, errors: [{ path: 'new', message: 'No.' }] },
    ],
    [503, { code: 'UNAVAILABLE', detail: 'The store is away.' }, { status: 503, code: 'UNAVAILABLE' }],
  ])('%d', async (status, body, expected) => {
    const handler: RequestListener = (request, response) => {
      request.resume()
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body))
    }
    const gateway = await startGateway({ handlers: { data: handler } })
    const answer = await gateway.call('PUT /whoami/password', {
      headers: basic('ann', FIRST),
      body: JSON.stringify({ current: FIRST, new: SECOND }),
    })
    expect(answer.json()).toMatchObject(expected)
    await gateway.stop()
  })

  it.each([
    ['text/plain', 'upstream connect error'],
    ['application/problem+json', '{"code": "CODE_OF_A_LATER_VERSION", "detail": "No."}'],
  ])('502: an answer that can not be read, %s', async (type, body) => {
    const handler: RequestListener = (request, response) => {
      request.resume()
      response.writeHead(503, { 'content-type': type }).end(body)
    }
    const gateway = await startGateway({ handlers: { data: handler } })
    const answer = await gateway.call('PUT /whoami/password', {
      headers: basic('ann', FIRST),
      body: JSON.stringify({ current: FIRST, new: SECOND }),
    })
    expect(answer.json()).toMatchObject({ status: 502, code: 'UPSTREAM_FAILED' })
    await gateway.stop()
  })
})
