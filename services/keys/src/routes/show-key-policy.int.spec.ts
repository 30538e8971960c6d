import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { as, CAPACITY, openKeys, policy, type Who } from '../testing/open-keys.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

const show = (who?: Who) => keys.client.request('GET', '/keys/policy', as(who))

describe('200', () => {
  it('says what the caller could issue, by the one permission that applies', async () => {
    expect(await show({ apiKeys: policy({ 'max-expires-in-days': 30, 'max-keys-per-user': 5 }) })).toMatchObject({
      status: 200,
      json: {
        canIssue: true,
        permission: 'may-issue',
        roles: ['reader', 'writer'],
        maxExpiresInDays: 30,
        defaultExpiresInDays: 30,
        maxKeysPerUser: 5,
        keysLeft: 5,
      },
    })
    expect((await show()).json).toMatchObject({ maxExpiresInDays: 365, defaultExpiresInDays: 90, maxKeysPerUser: 3 })
  })

  it('counts only keys that still work, and only those of the caller', async () => {
    await keys.storeKey({ user: 'ada', name: 'works' })
    await keys.storeKey({ user: 'ada', name: 'expired', daysAgo: 9 })
    await keys.storeKey({ user: 'eve' })
    expect((await show()).json).toMatchObject({ canIssue: true, keysLeft: 2 })
  })

  it('never promises more than an issue gives: what is left can be issued, and one more can not', async () => {
    await keys.storeKey({ user: 'ada' })
    const { keysLeft } = (await show()).json as { keysLeft: number }
    for (let left = keysLeft; left > 0; left -= 1) expect((await keys.issue({ name: 'a' })).status).toBe(201)
    const refusal = (await keys.issue({ name: 'a' })).json as { code: string; detail: string }
    expect((await show()).json).toEqual({ canIssue: false, code: refusal.code, detail: refusal.detail })
  })

  it('is bounded by what the whole service holds', async () => {
    for (let index = 0; index < CAPACITY - 1; index += 1) await keys.storeKey({ user: `u${index}` })
    expect((await show()).json).toMatchObject({ canIssue: true, keysLeft: 1 })
    await keys.storeKey({ user: 'last' })
    expect((await show()).json).toMatchObject({ canIssue: false, code: 'KEY_CAPACITY_REACHED' })
    await keys.clear()
    for (let index = 0; index < CAPACITY + 2; index += 1) await keys.storeKey({ user: `u${index}`, daysAgo: 9 })
    for (let index = 0; index < CAPACITY - 2; index += 1) await keys.storeKey({ user: `v${index}` })
    expect((await show()).json).toMatchObject({ canIssue: true, keysLeft: 2 })
  })

  it('gives the reason where nothing can be issued: the plugin first, then the permission', async () => {
    expect((await show({ apiKeys: null })).json).toMatchObject({
      canIssue: false,
      code: 'KEYS_PERMISSION_MISSING',
      detail: expect.stringContaining('may-issue'),
    })
    await keys.putPluginState('disabled')
    expect((await show({ apiKeys: null })).json).toMatchObject({ canIssue: false, code: 'KEYS_PLUGIN_DISABLED' })
    await keys.putPluginState('enabled')
  })
})

describe('401 and 403', () => {
  it('is for a caller who has signed in with a password', async () => {
    const stranger = await keys.client.request('GET', '/keys/policy', { user: { id: null, roles: [] } })
    expect(stranger).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } })
    expect(await show({ via: 'key' })).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
  })
})
