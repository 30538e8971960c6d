import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { describeOnStores } from '@sluice/testkit/stores'
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { as, openKeys } from '../src/testing/open-keys.ts'

await describeOnStores('the keys of all users, by a permission with rules', open => {
  let keys: Awaited<ReturnType<typeof openKeys>>
  beforeAll(async () => {
    keys = await openKeys({ store: await open() })
  }, 60_000)
  beforeEach(async () => {
    await keys.clear()
    await keys.storeKey({ user: 'ada', roles: ['reader'] })
    await keys.storeKey({ user: 'bob', daysAgo: 1, days: 9, name: 'team-red' })
    await keys.storeKey({ user: 'eve', daysAgo: 2, days: 9, roles: ['reader'] })
  })
  afterAll(() => keys.close())

  const call = (rules: object, method: string, target: string) =>
    keys.client.request(method, `/admin/keys${target}`, { ...as({ user: 'mia' }), permission: { id: 'narrow', rules } })
  const idsOf = (json: unknown) => (json as Document[]).map(({ _id }) => _id)
  const leftIds = async () => (await keys.stored()).map(({ _id }) => String(_id)).sort()
  const ALL = ['ada-old-0', 'bob-team-red-1', 'eve-old-2']

  describe('readFilter', () => {
    it('shows what the store finds by it, whatever it is', async () => {
      const { path, collection } = keys.listed
      const { store, db } = keys.platform
      const stored = store.collection({ db, collection })
      await keys.clear()
      for (let index = 0; index < 8; index += 1) await stored.insertOne(keys.listed.make(index))
      const field = constantFrom('user', 'name', 'hint', 'roles', '_id', 'lastUsedAt', 'keyRules.rateLimit')
      const value = constantFrom<unknown>('user-1', 'key 2', 'role-1', 'key-3', null, 5)
      const condition = tuple(field, constantFrom('$eq', '$ne', '$gt', '$lte'), value)
      const filter = array(condition, { minLength: 1, maxLength: 3 }).map(conditions => ({
        $or: conditions.map(([name, operator, operand]) => ({ [name]: { [operator]: operand } })),
      }))
      const check = asyncProperty(filter, async readFilter => {
        const permission = { id: 'narrow', rules: { readFilter } }
        const answer = await keys.client.request('GET', path, { ...as({ user: 'mia' }), permission })
        expect(idsOf(answer.json).sort()).toEqual(idsOf(await stored.find(readFilter)).sort())
      })
      await assert(check, { numRuns: 60 })
    })

    it.each<[object, string[]]>([
      [{ user: 'eve' }, ['eve-old-2']],
      [{ _id: { $in: ['ada-old-0', 'eve-old-2'] } }, ['ada-old-0', 'eve-old-2']],
      [{ roles: 'reader' }, ['ada-old-0', 'eve-old-2']],
      [{ name: { $regex: '^team-' } }, ['bob-team-red-1']],
      [{ lastUsedAt: { $exists: true } }, []],
      [
        { expiresAt: { $gt: { $date: '2020-01-01T00:00:00Z' } }, $nor: [{ user: 'ada' }] },
        ['bob-team-red-1', 'eve-old-2'],
      ],
    ])('%j is what a list shows and counts', async (readFilter, ids) => {
      const answer = await call({ readFilter }, 'GET', '?pagesize=1000')
      expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': String(ids.length) } })
      expect(idsOf(answer.json)).toEqual(ids)
    })

    it('narrows what the caller asks for, and is not widened by it', async () => {
      const answer = await call({ readFilter: { user: 'eve' } }, 'GET', '?role=reader&pagesize=1')
      expect(answer.headers['x-total-count']).toBe('1')
      expect(idsOf(answer.json)).toEqual(['eve-old-2'])
      expect((await call({ readFilter: { user: 'eve' } }, 'GET', '?user=ada')).json).toEqual([])
    })

    it.each<object>([{ user: 'eve' }, { _id: { $in: ['eve-old-2'] } }])(
      '%j shows a key by its id, and no other',
      async readFilter => {
        expect(await call({ readFilter }, 'GET', '/eve-old-2')).toMatchObject({ status: 200, json: { user: 'eve' } })
        const hidden = await call({ readFilter }, 'GET', '/ada-old-0')
        const missing = await call({ readFilter }, 'GET', '/no-such-key')
        expect(hidden.status).toBe(404)
        expect((hidden.json as Document).detail).toBe((missing.json as Document).detail)
      },
    )

    it('hides the usage of other keys as that of keys that never were', async () => {
      const readFilter = { user: 'eve' }
      expect((await call({ readFilter }, 'GET', '/eve-old-2/usage')).status).toBe(200)
      const hidden = await call({ readFilter }, 'GET', '/ada-old-0/usage')
      const missing = await call({ readFilter }, 'GET', '/no-such-key/usage')
      expect(hidden.status).toBe(404)
      expect((hidden.json as Document).detail).toBe((missing.json as Document).detail)
    })

    it('says nothing by the count of a revocation either', async () => {
      const answer = await call({ readFilter: { user: 'eve' } }, 'DELETE', '?role=reader&dryRun=true')
      expect(answer.json).toEqual({ matched: 1, revoked: 0 })
    })
  })

  describe('writeFilter', () => {
    const writeFilter = { user: 'eve' }

    it('lets these keys be revoked alone; any other is a missing one', async () => {
      const foreign = await call({ writeFilter }, 'DELETE', '/ada-old-0')
      const missing = await call({ writeFilter }, 'DELETE', '/no-such-key')
      expect([foreign.status, missing.status]).toEqual([404, 404])
      expect((foreign.json as Document).detail).toBe((missing.json as Document).detail)
      expect(await leftIds()).toEqual(ALL)
      expect((await call({ writeFilter }, 'DELETE', '/eve-old-2')).status).toBe(204)
      expect(await leftIds()).toEqual(['ada-old-0', 'bob-team-red-1'])
    })

    it('bounds what is revoked at once, and what is counted', async () => {
      expect((await call({ writeFilter }, 'DELETE', '?role=reader&dryRun=true')).json).toEqual({
        matched: 1,
        revoked: 0,
      })
      expect((await call({ writeFilter }, 'DELETE', '?state=active')).json).toEqual({ matched: 1, revoked: 1 })
      expect(await leftIds()).toEqual(['ada-old-0', 'bob-team-red-1'])
    })

    it('is judged in the moment of the revocation', async () => {
      // A key changes hands again and again while somebody who may revoke eve's keys alone tries to revoke it.
      const stored = await keys.keys.findOne({ _id: 'eve-old-2' })
      for (let round = 0; round < 20; round += 1) {
        const hand = keys.keys.updateOne({ _id: 'eve-old-2' }, { $set: { user: round % 2 ? 'eve' : 'ada' } })
        const [, answer] = await Promise.all([
          hand,
          call({ writeFilter: { user: 'eve', name: 'old' } }, 'DELETE', '/eve-old-2'),
        ])
        const [left] = await keys.keys.find({ _id: 'eve-old-2' })
        expect(answer.status).toBe(left ? 404 : 204)
        if (!left && stored) await keys.keys.insertOne(stored)
      }
      const { store, db } = keys.platform
      const trail = await store.collection({ db, collection: AUDIT_COLLECTION }).find({ 'key.id': 'eve-old-2' })
      const holders = new Set(trail.map(({ key }) => (key as Document).user))
      expect([...holders]).toEqual(['eve'])
    })
  })

  describe('projectResponse', () => {
    it('hides fields, or shows these alone', async () => {
      const [hidden] = (await call({ projectResponse: { hint: 0, roles: 0 } }, 'GET', '?user=ada')).json as Document[]
      expect(Object.keys(hidden ?? {}).sort()).toEqual(['_id', 'createdAt', 'expiresAt', 'name', 'user'])
      const [shown] = (await call({ projectResponse: { user: 1 } }, 'GET', '?user=ada')).json as Document[]
      expect(shown).toEqual({ _id: 'ada-old-0', user: 'ada' })
    })

    it('never brings a hash out', async () => {
      const answer = await call({ projectResponse: { hash: 1, previousHash: 1, name: 1 } }, 'GET', '')
      expect(answer.text).not.toMatch(/hash|[0-9a-f]{64}/)
    })

    it.each([
      ['user', 'user=ada'],
      ['roles', 'role=reader'],
      ['expiresAt', 'state=active'],
      ['expiresAt', 'expiresWithinDays=3'],
      ['lastUsedAt', 'neverUsed=true'],
      ['lastUsedAt', 'idleDays=0'],
      ['createdAt', 'idleDays=0'],
    ])('keeps %s from being asked about by %s, in a list and in a revocation', async (field, query) => {
      const projectResponse = { [field]: 0 }
      for (const method of ['GET', 'DELETE']) {
        const answer = await call({ projectResponse }, method, `?${query}`)
        expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN', errors: [{ path: field }] } })
      }
      expect(await leftIds()).toEqual(ALL)
    })

    it('keeps hidden fields from giving the order', async () => {
      const sorted = await call({ projectResponse: { user: 0 } }, 'GET', '?sort=-user')
      expect(sorted).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      expect((await call({ projectResponse: { createdAt: 0 } }, 'GET', '')).status).toBe(200)
    })

    it('hides the days of use with the last use', async () => {
      const hidden = await call({ projectResponse: { lastUsedAt: 0 } }, 'GET', '/ada-old-0/usage')
      expect(hidden).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      expect((await call({ projectResponse: { name: 0 } }, 'GET', '/ada-old-0/usage')).status).toBe(200)
    })
  })

  describe('a filter of the permission that names a hash', () => {
    const hash = createHash('sha256').update('ada-old-0').digest('hex')
    it.each(['readFilter', 'writeFilter'])('as %s lets nobody in, as its variables would be guesses', async rule => {
      for (const field of ['hash', 'previousHash']) {
        const rules = { [rule]: { $or: [{ [field]: hash }, { user: 'ada' }] } }
        for (const [method, target] of [
          ['GET', ''],
          ['DELETE', '/ada-old-0'],
          ['DELETE', '?state=active'],
          ['GET', '/ada-old-0/usage'],
        ] as const) {
          const answer = await call(rules, method, target)
          expect(answer).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
          expect(answer.text).not.toContain(hash)
        }
      }
      expect(await leftIds()).toEqual(ALL)
    })
  })

  it('leaves the own keys to their holder: rules for documents narrow nothing there', async () => {
    const answer = await keys.client.request('GET', '/keys', {
      ...as({ user: 'ada' }),
      permission: { id: 'narrow', rules: { readFilter: { user: 'eve' } } },
    })
    expect(idsOf(answer.json)).toEqual(['ada-old-0'])
  })
})
