import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { checkKeySecret } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { BAD_KEYS } from '../testing/bad-keys.ts'
import { as, CAPACITY, DAY_MS, openKeys, policy, type Who } from '../testing/open-keys.ts'
import { issuedKey } from './key-answer.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

const issue = (body: unknown, who?: Who) => keys.issue(body, who)
const revoke = (id: string, who?: Who) => keys.revoke(id, who)
const stored = () => keys.stored()
const entries = () => keys.writeEntry()
const storeKey = (key: Parameters<typeof keys.storeKey>[0]) => keys.storeKey(key)
const putPluginState = (state: Parameters<typeof keys.putPluginState>[0]) => keys.putPluginState(state)
async function issued(body: unknown, who?: Who) {
  const answer = await keys.issue(body, who)
  expect(answer).toMatchObject({ status: 201 })
  return issuedKey.strict().parse(answer.json)
}

describe('201', () => {
  it('answers with the record and, this once, the secret, of which only the SHA-256 is stored', async () => {
    const { key, ...record } = await issued({ name: 'ci', roles: ['reader'], expiresIn: 7 })
    expect(checkKeySecret(key)).toBe(true)
    expect(record).toEqual({
      _id: expect.any(String),
      user: 'ada',
      name: 'ci',
      roles: ['reader'],
      createdAt: { $date: expect.any(Number) },
      expiresAt: { $date: expect.any(Number) },
      hint: key.slice(-4),
    })
    const [kept] = await stored()
    expect(kept).toMatchObject({ _id: record._id, hash: createHash('sha256').update(key).digest('hex') })
    expect(JSON.stringify(kept)).not.toContain(key)
  })

  it('tells no cache to keep the secret, and says how far the change log is', async () => {
    const { headers } = await issue({ name: 'ci' })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-sluice-positions': expect.any(String) })
  })

  it('gives no roles and 90 days when none are asked for', async () => {
    const { roles, createdAt, expiresAt } = await issued({ name: 'ci' })
    expect(roles).toEqual([])
    const days = (expiresAt.$date - createdAt.$date) / DAY_MS
    expect(days).toBe(90)
  })

  it('copies the keyRules of the permission into the key, which keeps them when it is rotated and when they change', async () => {
    const keyRules = { allowedIps: ['192.0.2.0/24'], rateLimit: 60 }
    const answer = await issue({ name: 'bound' }, { keyRules })
    expect(answer).toMatchObject({ status: 201, json: { keyRules } })
    const { _id } = issuedKey.parse(answer.json)
    await keys.client.request('POST', `/keys/${_id}/rotate`, { ...as(), body: { graceSeconds: 0 } })
    expect(await stored()).toMatchObject([{ keyRules }])
    await keys.clear()
    await issued({ name: 'free' })
    expect((await stored())[0]).not.toHaveProperty('keyRules')
  })

  it('gives roles that the user does not hold', async () => {
    expect(await issued({ name: 'ci', roles: ['writer'] }, { roles: [] })).toMatchObject({ roles: ['writer'] })
  })

  it('always issues for the caller: other fields are ignored, whatever they are called', async () => {
    const body =
      '{"name":"ci","user":"eve","holder":"eve","_id":"x","hash":"y","createdAt":0,"__proto__":{"roles":["owner"]},"constructor":1}'
    const { _id } = await issued(body)
    const [kept] = await stored()
    expect(kept).toMatchObject({ _id, user: 'ada', roles: [] })
    expect(Object.keys(kept ?? {}).sort()).toEqual([
      '_id',
      'createdAt',
      'expiresAt',
      'hash',
      'hint',
      'name',
      'roles',
      'user',
    ])
  })

  it('does not count keys that have expired towards the limit', async () => {
    for (const daysAgo of [2, 3, 4]) await storeKey({ user: 'ada', daysAgo })
    await issued({ name: 'ci' })
  })

  it('gives a place back as soon as a key is revoked', async () => {
    const block = { apiKeys: policy({ 'max-keys-per-user': 1 }) }
    const { _id } = await issued({ name: 'one' }, block)
    expect((await issue({ name: 'two' }, block)).status).toBe(409)
    await revoke(_id)
    await issued({ name: 'two' }, block)
  })
})

describe('the log', () => {
  it('says who did what to which key, and holds neither secret nor hash', async () => {
    const answer = await keys.second.request('POST', '/keys', { ...as(), body: { name: 'ci' } })
    const { _id, key } = answer.json as { _id: string; key: string }
    await keys.second.request('POST', '/keys', { ...as(), body: { name: 'ci', roles: ['owner'] } })
    await keys.second.request('DELETE', `/keys/${_id}`, as())
    const lines = keys.logged.map(line => JSON.parse(line) as Document)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'key.issued', user: 'ada', keyId: _id }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'key.refused', code: 'KEY_ROLES_NOT_ALLOWED' }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'key.revoked', user: 'ada', keyId: _id }))
    expect(keys.logged.join()).not.toContain(key)
    expect(keys.logged.join()).not.toContain(createHash('sha256').update(key).digest('hex'))
  })
})

describe('400', () => {
  it.each(BAD_KEYS.map(([body, code, path]) => ({ body, code, path, shown: body.slice(0, 60) })))(
    'refuses $shown and writes nothing',
    async ({ body, code, path }) => {
      const before = await entries()
      const answer = await issue(body)
      expect(answer).toMatchObject({ status: 400, json: { code } })
      if (path !== 'roles.0') expect(answer.text).not.toMatch(/Invalid input|Too (small|big)/)
      if (path !== undefined) expect(answer.json).toMatchObject({ errors: [{ path }] })
      expect(await stored()).toEqual([])
      expect(await entries()).toBe(before + 1)
    },
  )

  it('names the most days that the permission allows', async () => {
    const answer = await issue({ name: 'a', expiresIn: 31 }, { apiKeys: policy({ 'max-expires-in-days': 30 }) })
    expect(answer).toMatchObject({ status: 400, json: { detail: expect.stringContaining('30') } })
  })
})

describe('401', () => {
  it('asks a stranger to sign in', async () => {
    const answer = await keys.client.request('POST', '/keys', { user: { id: null, roles: [] }, body: { name: 'a' } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } })
  })
})

describe('403', () => {
  it('lets no key issue keys', async () => {
    expect(await issue({ name: 'a' }, { via: 'key' })).toMatchObject({
      status: 403,
      json: { code: 'KEY_CANNOT_MANAGE_KEYS' },
    })
  })

  it.each(['installed', 'uninstalled', 'disabled', undefined] as const)(
    'refuses to issue while the plugin is %s, whatever the permission says, before the body is read',
    async state => {
      await putPluginState(state)
      expect(await issue('{')).toMatchObject({ status: 403, json: { code: 'KEYS_PLUGIN_DISABLED' } })
      await putPluginState('enabled')
    },
  )

  it('follows the plugin state at once, in every instance', async () => {
    await putPluginState('installed')
    expect((await keys.second.request('POST', '/keys', { ...as(), body: { name: 'a' } })).status).toBe(403)
    await putPluginState('enabled')
    expect((await keys.second.request('POST', '/keys', { ...as(), body: { name: 'a' } })).status).toBe(201)
  })

  it('stays off when the record of the plugin is not readable', async () => {
    await putPluginState('of no known form')
    expect(await issue({ name: 'a' })).toMatchObject({ json: { code: 'KEYS_PLUGIN_DISABLED' } })
    await putPluginState('enabled')
  })

  it('names the permission that has no apiKeys block, before the body is read', async () => {
    const answer = await issue('{', { apiKeys: null })
    expect(answer).toMatchObject({
      status: 403,
      json: { code: 'KEYS_PERMISSION_MISSING', detail: expect.stringContaining('may-issue') },
    })
  })

  it('refuses the root role too where it has no such permission', async () => {
    const answer = await keys.client.request('POST', '/keys', { body: { name: 'a' } })
    expect(answer).toMatchObject({ status: 403, json: { code: 'KEYS_PERMISSION_MISSING' } })
  })

  it('names the roles that are not allowed, before it judges the lifetime', async () => {
    const answer = await issue({ name: 'a', roles: ['reader', 'owner'], expiresIn: 9999 }, { roles: ['owner'] })
    expect(answer).toMatchObject({
      status: 403,
      json: { code: 'KEY_ROLES_NOT_ALLOWED', detail: expect.stringContaining('owner') },
    })
  })
})

describe('409', () => {
  it('names the limit of keys per user', async () => {
    for (const name of ['a', 'b', 'c']) await issued({ name })
    const answer = await issue({ name: 'd' })
    expect(answer).toMatchObject({
      status: 409,
      json: { code: 'KEY_LIMIT_REACHED', detail: expect.stringContaining('3') },
    })
    await issued({ name: 'd' }, { user: 'eve' })
  })

  it('never lets 50 requests at once over two instances pass the limit together', async () => {
    await issued({ name: 'a' })
    await issued({ name: 'b' })
    const request = { ...as(), body: { name: 'c' } }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? keys.client : keys.second).request('POST', '/keys', request),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await stored()).toHaveLength(3)
  })

  it('writes nothing into the change log when it refuses', async () => {
    for (const name of ['a', 'b', 'c']) await issued({ name })
    const before = await entries()
    await issue({ name: 'd' })
    expect(await entries()).toBe(before + 1)
  })

  it('holds no more keys that work than KEYS_CAPACITY on the whole service, however many have expired', async () => {
    for (const daysAgo of [3, 4, 5]) await storeKey({ user: 'gone', daysAgo })
    for (let index = 0; index < CAPACITY - 1; index += 1) await storeKey({ user: `u${index}` })
    await issued({ name: 'last' })
    const answer = await issue({ name: 'one too many' })
    expect(answer).toMatchObject({
      status: 409,
      json: { code: 'KEY_CAPACITY_REACHED', detail: expect.stringContaining(`${CAPACITY}`) },
    })
    await revoke('u0-old-0', { user: 'u0' })
    await issued({ name: 'one again' })
  })
})

describe('503', () => {
  it('issues nothing when it can not know whether the owner has switched keys off', async () => {
    const cutOff = await openKeys()
    await cutOff.platform.changes.stop()
    const answer = await cutOff.issue({ name: 'a' })
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } })
    expect(await cutOff.stored()).toEqual([])
    await cutOff.close()
  })
})
