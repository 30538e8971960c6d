import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { checkKeySecret } from '@sluice/contracts'
import { as, openKeys, policy, type Who } from '../testing/open-keys.ts'
import { issuedKeyAnswer } from './key-answer.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const rotate = (id: string, body: unknown = { graceSeconds: 60 }, who: Who = {}) =>
  keys.client.request('POST', `/keys/${id}/rotate`, { ...as(who), body })
const issued = async (body: object = { name: 'ci', roles: ['reader'] }) =>
  issuedKeyAnswer.parse((await keys.issue(body)).json)

describe('201', () => {
  it('gives a new secret, and leaves id, name, roles and expiry as they are', async () => {
    const before = await issued()
    const answer = await rotate(before._id)
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
    const after = issuedKeyAnswer.parse(answer.json)
    expect(checkKeySecret(after.key)).toBe(true)
    expect(after.key).not.toBe(before.key)
    const { key: _, hint: __, previousUntil, ...rest } = after
    const { key: ___, hint: ____, ...kept } = before
    expect(rest).toEqual(kept)
    expect(previousUntil?.$date).toBeGreaterThan(keys.platform.changes.storeTime() + 50_000)
    expect(await keys.stored()).toMatchObject([{ hash: sha256(after.key), previousHash: sha256(before.key) }])
    expect(answer.text).not.toContain(sha256(before.key))
  })

  it('lets the old secret work for the grace that was asked for, and never longer than the key', async () => {
    const { _id, expiresAt } = await issued({ name: 'ci', expiresIn: 1 })
    const now = keys.platform.changes.storeTime()
    const none = issuedKeyAnswer.parse((await rotate(_id, { graceSeconds: 0 })).json)
    expect(none.previousUntil?.$date).toBeLessThan(now + 5_000)
    const long = issuedKeyAnswer.parse((await rotate(_id, { graceSeconds: 2_592_000 })).json)
    expect(long.previousUntil).toEqual(expiresAt)
  })

  it('works at the limit of keys per user', async () => {
    const { _id } = await issued()
    for (const name of ['b', 'c']) await issued({ name })
    expect((await rotate(_id)).status).toBe(201)
    expect(await keys.stored()).toHaveLength(3)
  })

  it('is told to every process by an entry in the change log', async () => {
    const { _id } = await issued()
    const before = await keys.writeEntry()
    await rotate(_id)
    expect(await keys.writeEntry()).toBe(before + 2)
  })
})

describe('400', () => {
  it.each([
    '{}',
    '[]',
    '{',
    '{"graceSeconds":-1}',
    '{"graceSeconds":1.5}',
    '{"graceSeconds":2592001}',
    '{"graceSeconds":"60"}',
  ])('refuses %s and leaves the secret as it is', async body => {
    const { _id, key } = await issued()
    const answer = await rotate(_id, body)
    expect(answer.status).toBe(400)
    expect(await keys.stored()).toMatchObject([{ hash: sha256(key) }])
  })
})

describe('403', () => {
  it('is judged by plugin, permission and roles as a new key is', async () => {
    const { _id } = await issued({ name: 'ci', roles: ['writer'] })
    expect(await rotate(_id, '{', { apiKeys: null })).toMatchObject({ json: { code: 'KEYS_PERMISSION_MISSING' } })
    const narrow = policy({ roles: ['reader'] })
    expect(await rotate(_id, undefined, { apiKeys: narrow })).toMatchObject({
      status: 403,
      json: { code: 'KEY_ROLES_NOT_ALLOWED', detail: expect.stringContaining('writer') },
    })
    expect(await rotate(_id, undefined, { via: 'key' })).toMatchObject({ json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
    await keys.putPluginState('disabled')
    expect(await rotate(_id)).toMatchObject({ status: 403, json: { code: 'KEYS_PLUGIN_DISABLED' } })
    await keys.putPluginState('enabled')
  })
})

describe('404', () => {
  it('answers for a key of another user, and for one that has expired, as for one that there is not', async () => {
    const { _id } = await issued()
    await keys.storeKey({ user: 'ada', daysAgo: 9 })
    const missing = await rotate('no-such-key')
    for (const [id, user] of [
      [_id, 'eve'],
      ['ada-old-9', 'ada'],
      ['x'.repeat(200), 'ada'],
    ] as const) {
      const answer = await rotate(id, undefined, { user })
      expect(answer).toMatchObject({ status: 404, json: { detail: (missing.json as { detail: string }).detail } })
    }
  })
})

describe('409', () => {
  it('lets one of many rotations at once through: nobody is left with a secret that does not work', async () => {
    const { _id } = await issued()
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(_id)))
    const given = answers.flatMap(({ status, json }) => (status === 201 ? [issuedKeyAnswer.parse(json)] : []))
    expect(answers.filter(({ status }) => status === 409).length + given.length).toBe(8)
    const [stored] = await keys.stored()
    const live = [stored?.hash, stored?.previousHash]
    const lost = given.filter(({ key }) => !live.includes(sha256(key)))
    // One that is rotated on in the meantime has had its turn.
    expect(given.length - lost.length).toBeGreaterThanOrEqual(1)
    expect(given.map(({ key }) => sha256(key))).toContain(stored?.hash)
  })
})
