import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { KEY_USAGE_COLLECTION } from '@sluice/contracts'
import { type Document, type Store, StoreUnavailableError } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import { openKeys } from '../src/testing/open-keys.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

/** Lists as the owner: the ACL has let the call in. */
const list = (query = '') => keys.client.request('GET', `/admin/keys${query}`)
const revokeAll = (query = '') => keys.client.request('DELETE', `/admin/keys${query}`)
const idsOf = async (query: string) => ((await list(query)).json as Document[]).map(({ _id }) => _id)
const leftIds = async () => (await keys.stored()).map(({ _id }) => _id).sort()

/** ada-old-0 works for a day; ada-long-20 for 10 more days, used 5 days ago; eve-old-9 has expired. */
async function storeThree() {
  await keys.storeKey({ user: 'ada' })
  await keys.storeKey({ user: 'ada', name: 'long', daysAgo: 20, days: 30 })
  await keys.storeKey({ user: 'eve', daysAgo: 9 })
  const lastUsedAt = new Date(keys.platform.changes.storeTime() - 5 * 86_400_000)
  await keys.keys.updateOne({ _id: 'ada-long-20' }, { $set: { lastUsedAt, roles: ['reader'] } })
}

describe('the keys of all users', () => {
  it('are listed with holder and last use, newest first, without any secret or hash', async () => {
    await storeThree()
    const answer = await list()
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '3' } })
    expect((answer.json as Document[]).map(({ _id }) => _id)).toEqual(['ada-old-0', 'eve-old-9', 'ada-long-20'])
    expect(answer.json).toMatchObject([{ user: 'ada' }, { user: 'eve' }, { lastUsedAt: { $date: expect.any(Number) } }])
    expect(answer.text).not.toMatch(/hash|"key"|[0-9a-f]{64}/)
  })

  it.each([
    ['?user=ada', ['ada-old-0', 'ada-long-20']],
    ['?role=reader', ['ada-long-20']],
    ['?state=active', ['ada-old-0', 'ada-long-20']],
    ['?state=expired', ['eve-old-9']],
    ['?neverUsed=true', ['ada-old-0', 'eve-old-9']],
    ['?neverUsed=false', ['ada-long-20']],
    ['?expiresWithinDays=2', ['ada-old-0']],
    ['?expiresWithinDays=11', ['ada-old-0', 'ada-long-20']],
    ['?idleDays=4', ['eve-old-9', 'ada-long-20']],
    ['?idleDays=6', ['eve-old-9']],
    ['?user=ada&neverUsed=true&state=active', ['ada-old-0']],
    ['?user=nobody', []],
    ['?sort=createdAt', ['ada-long-20', 'eve-old-9', 'ada-old-0']],
    ['?sort=-user', ['eve-old-9', 'ada-old-0', 'ada-long-20']],
    ['?sort=createdAt&page=2&pagesize=1', ['eve-old-9']],
  ])('are found by %s', async (query, ids) => {
    await storeThree()
    expect(await idsOf(query)).toEqual(ids)
  })

  it.each(['?state=gone', '?neverUsed=1', '?idleDays=-1', '?idleDays=x', '?sort=hash', '?pagesize=1001', '?user='])(
    'are not asked for by %s',
    async query => {
      expect(await list(query)).toMatchObject({
        status: 400,
        json: { code: 'BAD_QUERY', errors: [{ path: query.slice(1).split('=')[0] }] },
      })
    },
  )

  it('are shown to no key, whatever the ACL says', async () => {
    const user = { id: 'ada', roles: ['admin'], via: 'key' } as const
    for (const method of ['GET', 'DELETE']) {
      const answer = await keys.client.request(method, '/admin/keys?user=ada', { user })
      expect(answer).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
    }
  })
})

describe('a key of any user', () => {
  it('is shown to the owner by its id, as in the list', async () => {
    await storeThree()
    const listed = (await list('?user=eve')).json as Document[]
    const shown = await keys.client.request('GET', '/admin/keys/eve-old-9')
    expect(shown).toMatchObject({ status: 200, json: { _id: 'eve-old-9', user: 'eve' } })
    expect([shown.json]).toEqual(listed)
    expect(shown.text).not.toMatch(/hash|"key"|[0-9a-f]{64}/)
  })

  it.each(['nobodys', 'a%2Fb', '$ne', 'x'.repeat(300)])('is not found by %s', async id => {
    await storeThree()
    const answer = await keys.client.request('GET', `/admin/keys/${id}`)
    expect(answer).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
  })

  it('is revoked by the owner, at once in every process', async () => {
    await storeThree()
    const before = await keys.writeEntry()
    expect((await keys.client.request('DELETE', '/admin/keys/eve-old-9')).status).toBe(204)
    expect(await keys.writeEntry()).toBe(before + 2)
    expect(await leftIds()).toEqual(['ada-long-20', 'ada-old-0'])
    expect((await keys.client.request('DELETE', '/admin/keys/eve-old-9')).status).toBe(404)
  })
})

describe('a key that has expired', () => {
  it('is dropped after 90 days', async () => {
    const indexes = await keys.keys.listIndexes()
    expect(indexes).toContainEqual(expect.objectContaining({ keys: { expiresAt: 1 }, expireAfterSeconds: 90 * 86_400 }))
  })
})

describe('the usage of a key', () => {
  const show = (id: string) => keys.client.request('GET', `/admin/keys/${id}/usage`)

  it('is counted by day, the oldest first, and stays when the key is revoked', async () => {
    await keys.storeKey({ user: 'ada' })
    expect(await show('ada-old-0')).toMatchObject({ status: 200, json: { days: [] } })
    const { store, db } = keys.platform
    const usage = store.collection({ db, collection: KEY_USAGE_COLLECTION })
    const dropAt = new Date(Date.now() + 86_400_000)
    for (const [day, requests] of [
      ['2026-11-22', 3],
      ['2026-11-21', 5],
    ] as const) {
      await usage.insertOne({ _id: `ada-old-0/${day}`, key: 'ada-old-0', day, requests, dropAt })
    }
    const own = (user: string, via: 'password' | 'key' = 'password') =>
      keys.client.request('GET', '/keys/ada-old-0/usage', { user: { id: user, roles: [], via } })
    expect(await own('ada')).toMatchObject({ status: 200, json: { days: [{ requests: 5 }, { requests: 3 }] } })
    expect(await own('eve')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect(await own('ada', 'key')).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
    await keys.client.request('DELETE', '/admin/keys/ada-old-0')
    expect(await own('ada')).toMatchObject({ status: 404 })
    const days = [
      { day: '2026-11-21', requests: 5 },
      { day: '2026-11-22', requests: 3 },
    ]
    expect((await show('ada-old-0')).json).toEqual({ days })
  })

  it('is not there for a key that has never been', async () => {
    expect(await show('no-such-key')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
  })
})

describe('the revocation of all keys that match', () => {
  it('counts them first, where that is all that is asked for', async () => {
    await storeThree()
    expect((await revokeAll('?user=ada&dryRun=true')).json).toEqual({ matched: 2, revoked: 0 })
    expect(await leftIds()).toHaveLength(3)
  })

  it('revokes these and no other, each told to every process', async () => {
    await storeThree()
    const before = await keys.writeEntry()
    expect((await revokeAll('?user=ada')).json).toEqual({ matched: 2, revoked: 2 })
    expect(await keys.writeEntry()).toBe(before + 3)
    expect(await leftIds()).toEqual(['eve-old-9'])
  })

  it('says how many are revoked when it can not go on, and does the rest when it is asked again', async () => {
    const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') })
    let left = Number.POSITIVE_INFINITY
    const failing: Store = {
      ...store,
      transaction(work) {
        left -= 1
        return left < 0 ? Promise.reject(new StoreUnavailableError('gone')) : store.transaction(work)
      },
    }
    const apart = await openKeys({ store: failing })
    for (const daysAgo of [1, 2, 3]) await apart.storeKey({ user: 'ada', daysAgo, days: 30 })
    const revoke = () => apart.client.request('DELETE', '/admin/keys?user=ada')
    left = 2
    expect(await revoke()).toMatchObject({
      status: 503,
      json: { code: 'UNAVAILABLE', detail: expect.stringMatching(/^2 of the 3 keys are revoked\..*Send the same/) },
    })
    left = Number.POSITIVE_INFINITY
    expect(await revoke()).toMatchObject({ status: 200, json: { matched: 1, revoked: 1 } })
    expect(await apart.stored()).toEqual([])
    await apart.close()
  })

  it.each(['?user=ada&dryrun=true', '?state=active&idledays=90'])(
    'does nothing where a parameter is misspelt: "%s"',
    async query => {
      await storeThree()
      expect(await revokeAll(query)).toMatchObject({
        status: 400,
        json: { code: 'BAD_QUERY', errors: [{ message: expect.stringMatching(/Did you mean "(dryRun|idleDays)"/) }] },
      })
      expect(await leftIds()).toHaveLength(3)
    },
  )

  it.each(['', '?dryRun=true', '?usr=ada'])('does nothing without a filter: "%s"', async query => {
    await storeThree()
    expect(await revokeAll(query)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    expect(await leftIds()).toHaveLength(3)
  })
})
