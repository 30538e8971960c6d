import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createChangeLog } from '@sluice/change-log'
import { formatSessionToken } from '@sluice/contracts'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { eventually } from '@sluice/testkit'
import { sessionIdOf } from '../src/sign-in/session/session-record.ts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { createWriter, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const ann = basic('ann', "ann's password")
const owner = basic('admin', "admin's password")
const MINUTES = 60_000

describe('a session', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.permission('orders', { predicate: "path-prefix('/orders')" })
  })
  afterAll(() => gateway.stop())

  const open = async (headers: Record<string, string> = ann) =>
    String((await gateway.call('POST /token', { headers })).json().access_token)
  const whoami = (token: string) => gateway.call('GET /whoami', { headers: bearer(token) })
  const statusOf = async (token: string) => (await whoami(token)).status
  const stored = () => gateway.platform.store.collection({ db: 'sluice', collection: 'sessions' })
  const moveStart = async (token: string, dates: { startedAt?: Date; expiresAt?: Date }) => {
    const _id = sessionIdOf(token)
    await gateway.platform.changes.record('sessions', _id, async ({ collection }) => {
      await collection({ db: 'sluice', collection: 'sessions' }).updateOne({ _id }, { $set: dates })
    })
  }

  it('begins with a password, and is its user from then on', async () => {
    const answer = await gateway.call('POST /token', { headers: ann })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { access_token: token, expires_in: expiresIn, ...rest } = answer.json()
    expect(rest).toEqual({ token_type: 'Bearer', username: 'ann', roles: ['reader'] })
    expect(Number(expiresIn)).toBeGreaterThan(890)
    expect(Number(expiresIn)).toBeLessThanOrEqual(900)
    expect((await whoami(String(token))).json()).toMatchObject({ id: 'ann', roles: ['reader'], via: 'session' })
    const forwarded = await gateway.call('GET /orders', { headers: bearer(String(token)) })
    expect(forwarded.json()).toMatchObject({
      authorization: null,
      caller: { principal: { id: 'ann', via: 'session' } },
    })
    const root = await gateway.call('GET /plugins', { headers: bearer(await open(owner)) })
    expect(root.status).toBe(200)
  })

  it('is stored without its token', async () => {
    const token = await open()
    const text = JSON.stringify(await stored().find({}))
    expect(text).toContain(sessionIdOf(token))
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.slice(4, 20))
  })

  it('is renewed under the same token', async () => {
    const token = await open()
    await moveStart(token, { expiresAt: new Date(Date.now() + MINUTES) })
    const renewed = await gateway.call('POST /token', { headers: bearer(token) })
    expect(renewed.json()).toMatchObject({ access_token: token, username: 'ann' })
    expect(Number(renewed.json().expires_in)).toBeGreaterThan(890)
    expect(await statusOf(token)).toBe(200)
  })

  it('can not be renewed beyond twelve hours', async () => {
    const token = await open()
    await moveStart(token, { startedAt: new Date(Date.now() - (12 * 60 - 5) * MINUTES) })
    const renewed = await gateway.call('POST /token', { headers: bearer(token) })
    expect(Number(renewed.json().expires_in)).toBeLessThanOrEqual(300)
  })

  it('ends at its expiry, and is not renewed then', async () => {
    const token = await open()
    await moveStart(token, { expiresAt: new Date(Date.now() - 1_000) })
    const answer = await whoami(token)
    expect([answer.status, answer.json().code]).toEqual([401, 'INVALID_TOKEN'])
    expect((await gateway.call('POST /token', { headers: bearer(token) })).status).toBe(401)
  })

  it('is dead on this gateway before its end is answered', async () => {
    const token = await open()
    const other = await open()
    expect(await statusOf(token)).toBe(200)
    const ended = await gateway.call('DELETE /token', { headers: bearer(token) })
    expect([ended.status, ended.text]).toEqual([204, ''])
    expect(await statusOf(token)).toBe(401)
    expect((await gateway.call('DELETE /token', { headers: bearer(token) })).status).toBe(401)
    expect(await statusOf(other)).toBe(200)
  })

  it.each([
    ['the password is changed', (id: string) => gateway.write.user(id, ['reader'])],
    [
      'the user is disabled',
      (id: string) =>
        gateway.platform.changes.record('users', id, async ({ collection }) => {
          await collection({ db: 'sluice', collection: 'users' }).updateOne({ _id: id }, { $set: { disabled: true } })
        }),
    ],
    ['the user is deleted', (id: string) => gateway.write.remove('users', id)],
  ])('ends when %s', async (what, change) => {
    const id = what.replaceAll(' ', '-')
    await gateway.write.user(id, ['reader'])
    const token = await open(basic(id, `${id}'s password`))
    expect(await statusOf(token)).toBe(200)
    await change(id)
    expect(await statusOf(token)).toBe(401)
  })

  it('has the roles that its user has now', async () => {
    await gateway.write.user('max', ['reader'])
    const token = await open(basic('max', "max's password"))
    await gateway.platform.changes.record('users', 'max', async ({ collection }) => {
      await collection({ db: 'sluice', collection: 'users' }).updateOne({ _id: 'max' }, { $set: { roles: ['writer'] } })
    })
    expect((await whoami(token)).json().roles).toEqual(['writer'])
  })

  it('is nothing that a key can make, renew or end', async () => {
    await gateway.write.enableKeys()
    const headers = bearer(await gateway.write.key('k1'))
    for (const method of ['POST', 'DELETE']) {
      const answer = await gateway.call(`${method} /token`, { headers })
      expect([answer.status, answer.json().code]).toEqual([403, 'FORBIDDEN'])
    }
  })

  it('is needed to end one', async () => {
    expect((await gateway.call('DELETE /token', { headers: ann })).status).toBe(403)
    expect((await gateway.call('POST /token')).json().code).toBe('UNAUTHENTICATED')
    expect((await gateway.call('GET /token', { headers: ann })).status).toBe(405)
  })

  it('that nobody has begun costs one reading for many at once', async () => {
    const tokens = Array.from({ length: 50 }, (_, index) => formatSessionToken(new Uint8Array(32).fill(index)))
    const statuses = await Promise.all(tokens.map(statusOf))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('may open /keys, which a key may not', async () => {
    expect((await gateway.call('GET /keys', { headers: bearer(await open()) })).status).toBe(200)
  })

  it('is one of a hundred that a user may have', async () => {
    await gateway.write.user('many', ['reader'])
    const headers = basic('many', "many's password")
    for (let count = 0; count < 100; count += 1) await open(headers)
    const answer = await gateway.call('POST /token', { headers })
    expect([answer.status, answer.json().code]).toEqual([429, 'RATE_LIMITED'])
  }, 60_000)

  it('works in the very next request, and ends, where another gateway has begun and ended it', async () => {
    const { store, db } = gateway.platform
    const changes = createChangeLog({ store, db, signals: createInProcessSignals() })
    await changes.start()
    const write = createWriter({ changes, db })
    const token = formatSessionToken(new Uint8Array(32).fill(77))
    const _id = sessionIdOf(token)
    const { passwordMark } = (await stored().findOne({ user: 'ann' })) ?? {}
    const dates = { startedAt: new Date(), expiresAt: new Date(Date.now() + MINUTES) }
    await write.put('sessions', { _id, user: 'ann', passwordMark, ...dates })
    expect(await statusOf(token)).toBe(200)
    await write.remove('sessions', _id)
    await eventually(async () => (await statusOf(token)) === 401)
    await changes.stop()
  })

  it('is a 503 when its state can not be known', async () => {
    const token = await open()
    await gateway.platform.changes.stop()
    for (const line of ['GET /whoami', 'POST /token', 'DELETE /token']) {
      expect((await gateway.call(line, { headers: bearer(token) })).status).toBe(503)
    }
  })
})
