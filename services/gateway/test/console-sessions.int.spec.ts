import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { sessionIdOf } from '../src/sign-in/session/session-record.ts'
import { basic, bearer, type ReceivedReply } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const ann = basic('ann', "ann's password")
const MARK = { 'sluice-client': 'console' }
/** What a browser says of a page of the gateway. */
const page = { ...MARK, 'sec-fetch-site': 'same-origin' }

describe('the session of the console', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.permission('orders', { predicate: "path-prefix('/orders')" })
  })
  afterAll(() => gateway.stop())

  const setCookieOf = ({ headers }: ReceivedReply): string => headers['set-cookie']?.join('\n') ?? ''
  const post = (headers: Record<string, string>) => gateway.call('POST /token', { headers })
  async function signIn() {
    const answer = await post({ ...ann, ...page })
    const [pair = ''] = setCookieOf(answer).split(';')
    return { token: String(answer.json().access_token), cookie: { cookie: pair } }
  }

  it('is kept by a cookie for /token alone, that no script can read', async () => {
    const answer = await post({ ...ann, ...page })
    expect(answer.status).toBe(200)
    expect(setCookieOf(answer)).toMatch(
      /^sluice_session_[0-9a-f]{8}=sls_\w+; Path=\/token; Max-Age=(900|89\d); HttpOnly; SameSite=Strict$/,
    )
    expect(setCookieOf(answer)).toContain(`=${answer.json().access_token};`)
  })

  it('goes by TLS only where the page came by TLS', async () => {
    const { port } = gateway.gateway.address()
    const answer = await post({ ...ann, ...page, origin: `https://127.0.0.1:${port}` })
    expect(setCookieOf(answer)).toMatch(/; Secure$/)
  })

  it('is found again and renewed by the cookie, after a reload and in a new tab', async () => {
    const { token, cookie } = await signIn()
    const again = await post({ ...cookie, ...page })
    expect(again.json()).toMatchObject({ access_token: token, username: 'ann' })
    expect(setCookieOf(again)).toContain(token)
    const renewed = await post({ ...bearer(token), ...page })
    expect([renewed.status, setCookieOf(renewed).includes(token)]).toEqual([200, true])
  })

  it('is found over plain HTTP by the origin, where the browser says no more', async () => {
    const { token, cookie } = await signIn()
    const host = `127.0.0.1:${gateway.gateway.address().port}`
    const again = await post({ ...cookie, ...MARK, host, origin: `http://${host}` })
    expect(again.json()).toMatchObject({ access_token: token })
  })

  it.each([
    ['another port of the same host', { 'sec-fetch-site': 'same-site' }],
    ['another host', { 'sec-fetch-site': 'cross-site' }],
    ['a bookmark or a program', { 'sec-fetch-site': 'none' }],
    ['another port over plain HTTP', { origin: 'http://127.0.0.1:1' }],
    ['a frame without an origin', { origin: 'null' }],
    ['a program that says nothing of itself', {}],
  ])('is not for %s', async (_, from) => {
    const { cookie } = await signIn()
    const answer = await post({ ...cookie, ...MARK, ...from })
    expect([answer.status, answer.json().code]).toEqual([403, 'FORBIDDEN'])
    expect(answer.text).not.toContain('sls_')
  })

  it('is not begun by a foreign page, so that nobody is signed in as somebody else', async () => {
    const answer = await post({ ...ann, ...MARK, 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' })
    expect([answer.status, setCookieOf(answer)]).toEqual([403, ''])
  })

  it('is found by nobody without the mark, which a form of another page can not send', async () => {
    const { cookie } = await signIn()
    for (const site of ['same-origin', 'same-site', 'none']) {
      const answer = await post({ ...cookie, 'sec-fetch-site': site })
      expect([answer.status, answer.json().code, setCookieOf(answer)]).toEqual([401, 'UNAUTHENTICATED', ''])
    }
  })

  it('opens no other path', async () => {
    const { cookie } = await signIn()
    for (const line of ['GET /whoami', 'GET /orders', 'GET /keys', 'GET /plugins', 'POST /token/x']) {
      expect([line, (await gateway.call(line, { headers: { ...cookie, ...page } })).status]).toEqual([line, 401])
    }
  })

  it('is in no event', async () => {
    const { token, cookie } = await signIn()
    await gateway.write.wantEvents()
    const events = await followEvents(gateway.platform)
    for (const line of ['POST /token', 'POST /orders']) {
      await eventually(async () => {
        await gateway.call(line, { headers: { ...cookie, ...page, 'x-mark': line } })
        expect(JSON.stringify(events.shipped)).toContain(line)
      })
    }
    await events.stop()
    expect(JSON.stringify(events.shipped)).not.toContain(token)
  })

  it('ends with the sign-out, and the browser gives the cookie up', async () => {
    const { token, cookie } = await signIn()
    const ended = await gateway.call('DELETE /token', { headers: { ...bearer(token), ...page } })
    expect(ended.status).toBe(204)
    expect(setCookieOf(ended)).toMatch(/^sluice_session_[0-9a-f]{8}=; Path=\/token; Max-Age=0; /)
    const dead = await post({ ...cookie, ...page })
    expect([dead.status, dead.json().code]).toEqual([401, 'INVALID_TOKEN'])
    expect(setCookieOf(dead)).toContain('Max-Age=0')
  })

  it('can be signed out by the cookie alone', async () => {
    const { token, cookie } = await signIn()
    expect((await gateway.call('DELETE /token', { headers: { ...cookie, ...page } })).status).toBe(204)
    expect((await gateway.call('GET /whoami', { headers: bearer(token) })).status).toBe(401)
  })

  it('is nobody where the cookie is forged, doubled or an API key', async () => {
    const { cookie } = await signIn()
    const [name = ''] = cookie.cookie.split('=')
    const key = await gateway.write.key('k')
    const forged = `${cookie.cookie.slice(0, -1)}${cookie.cookie.endsWith('A') ? 'B' : 'A'}`
    for (const text of [forged, `${cookie.cookie}; ${name}=sls_x`, `${name}=`, `${name}=${key}`, `${name}=a b`]) {
      const answer = await post({ cookie: text, ...page })
      expect([text, answer.status, answer.json().code]).toEqual([text, 401, 'INVALID_TOKEN'])
      expect(setCookieOf(answer)).toContain('Max-Age=0')
    }
  })

  it('yields to credentials that are sent, right or wrong', async () => {
    const { cookie } = await signIn()
    const wrong = await post({ ...cookie, ...basic('ann', 'wrong'), ...page })
    expect([wrong.status, wrong.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
    const other = await post({ ...cookie, ...basic('admin', "admin's password"), ...page })
    expect(other.json()).toMatchObject({ username: 'admin' })
  })

  it('is not renewed beyond its end', async () => {
    const { token, cookie } = await signIn()
    const _id = sessionIdOf(token)
    await gateway.platform.changes.record('sessions', _id, async ({ collection }) => {
      const ended = { $set: { expiresAt: new Date(Date.now() - 1) } }
      await collection({ db: 'sluice', collection: 'sessions' }).updateOne({ _id }, ended)
    })
    expect((await post({ ...cookie, ...page })).status).toBe(401)
  })
})

describe('the console', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  it('is never asked for Basic credentials, so that no window of the browser opens over it', async () => {
    for (const headers of [page, { ...page, ...basic('ann', 'wrong') }]) {
      for (const line of ['POST /token', 'GET /whoami']) {
        const answer = await gateway.call(line, { headers })
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Sluice"'])
      }
    }
    const program = await gateway.call('POST /token', {})
    expect(program.headers['www-authenticate']).toMatch(/^Basic /)
  })
})
