import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { as, openKeys, type Who } from '../testing/open-keys.ts'
import { issuedKey } from './key-answer.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

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

describe('204', () => {
  it('removes the record', async () => {
    const { _id } = await issued({ name: 'ci' })
    expect(await revoke(_id)).toMatchObject({ status: 204, text: '' })
    expect(await stored()).toEqual([])
  })

  it('works while the plugin is off', async () => {
    const { _id } = await issued({ name: 'ci' })
    await putPluginState('uninstalled')
    expect((await revoke(_id)).status).toBe(204)
    await putPluginState('enabled')
  })

  it('tells every process through the change log', async () => {
    const { _id } = await issued({ name: 'ci' })
    const before = await entries()
    await revoke(_id)
    expect(await entries()).toBe(before + 2)
  })
})

describe('401', () => {
  it('asks a stranger to sign in', async () => {
    const answer = await keys.client.request('DELETE', '/keys/x', { user: { id: null, roles: [] } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } })
  })
})

describe('403', () => {
  it('lets no key revoke a key, itself neither', async () => {
    await storeKey({ user: 'ada' })
    const answer = await revoke('ada-old-0', { via: 'key' })
    expect(answer).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
    expect(await stored()).toHaveLength(1)
  })
})

describe('404', () => {
  it('answers about a foreign key as about a missing one, and leaves it alone', async () => {
    const { _id } = await issued({ name: 'ci' }, { user: 'eve' })
    const foreign = await revoke(_id)
    const missing = await revoke('no-such-key')
    const { requestId: _, ...ofForeign } = foreign.json as Document
    const { requestId: __, ...ofMissing } = missing.json as Document
    expect(foreign.status).toBe(404)
    expect(ofForeign).toEqual(ofMissing)
    expect(await stored()).toMatchObject([{ _id, user: 'eve' }])
  })

  it('still tells every process: who asks again after a lost answer wants the key to be gone everywhere', async () => {
    const before = await entries()
    await revoke('no-such-key')
    expect(await entries()).toBe(before + 2)
  })

  it.each(['__proto__', '%7B%22$ne%22:1%7D', 'x'.repeat(101)])('knows no key %s', async id => {
    expect((await revoke(id)).status).toBe(404)
  })
})

describe('405', () => {
  it('can not change a key', async () => {
    expect((await keys.client.request('PATCH', '/keys', as())).status).toBe(405)
  })
})
