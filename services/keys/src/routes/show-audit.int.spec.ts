import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION, userId } from '@sluice/contracts'
import { writeAuditOf } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { as, openKeys } from '../testing/open-keys.ts'
import { issuedKeyAnswer } from './key-answer.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
const trail = () => keys.platform.store.collection({ db: keys.platform.db, collection: AUDIT_COLLECTION })

beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
  await trail().deleteMany({})
})
afterAll(() => keys.close())

const clientAddress = '203.0.113.9'
const call = (line: string, body?: unknown, user = 'ada') => {
  const [method = '', path = ''] = line.split(' ')
  return keys.client.request(method, path, { ...as({ user }), body, grant: { clientAddress } })
}
const show = (query = '') => keys.client.request('GET', `/admin/audit${query}`)
const itemsOf = async (query = '') => ((await show(query)).json as { items: Document[] }).items
const issued = async (user = 'ada') =>
  issuedKeyAnswer.parse((await call('POST /keys', { name: 'ci', roles: ['reader'] }, user)).json)

describe('the audit trail', () => {
  it('says who issued, rotated, revoked and was refused, from where, and which key it was', async () => {
    const { _id, hint, expiresAt } = await issued()
    const rotated = issuedKeyAnswer.parse((await call(`POST /keys/${_id}/rotate`, { graceSeconds: 0 })).json)
    await call('POST /keys', { name: 'ci', roles: ['owner'] })
    await keys.client.request('DELETE', `/admin/keys/${_id}`, { grant: { clientAddress: '198.51.100.1' } })
    const here = { actor: 'ada', from: clientAddress, at: { $date: expect.any(Number) } }
    const key = { id: _id, user: 'ada' }
    expect(await itemsOf()).toMatchObject([
      { action: 'key.revoked', actor: 'admin', from: '198.51.100.1', key: { ...key, hint: rotated.hint } },
      { action: 'key.refused', ...here, detail: expect.stringContaining('KEY_ROLES_NOT_ALLOWED') },
      { action: 'key.rotated', ...here, key: { ...key, hint: rotated.hint } },
      {
        action: 'key.issued',
        ...here,
        key: { ...key, hint },
        detail: `roles: reader; expires ${new Date(expiresAt.$date).toISOString()}`,
      },
    ])
  })

  it('holds no secret and no hash', async () => {
    const { _id, key } = await issued()
    const rotated = issuedKeyAnswer.parse((await call(`POST /keys/${_id}/rotate`, { graceSeconds: 9 })).json)
    const stored = JSON.stringify(await trail().find({}))
    for (const secret of [key, rotated.key]) expect(stored).not.toContain(secret.slice(4, -4))
    expect(stored).not.toMatch(/[0-9a-f]{64}/)
  })

  it('has a line for each key of a revocation of many, and none for one that found nothing', async () => {
    for (const user of ['ada', 'eve']) await keys.storeKey({ user })
    await keys.client.request('DELETE', '/admin/keys?state=active')
    await call('DELETE /keys/no-such-key')
    const lines = await itemsOf('?action=key.revoked')
    expect(lines.map(({ key }) => (key as Document).id).sort()).toEqual(['ada-old-0', 'eve-old-0'])
  })

  it('is found by action, user, key and time, and read on from where a page has ended', async () => {
    const ada = await issued()
    const eve = await issued('eve')
    await call(`DELETE /keys/${ada._id}`)
    expect(await itemsOf('?action=key.issued')).toHaveLength(2)
    expect(await itemsOf(`?key=${ada._id}`)).toMatchObject([{ action: 'key.revoked' }, { action: 'key.issued' }])
    expect(await itemsOf('?user=eve')).toMatchObject([{ key: { id: eve._id } }])
    const [$date = 0] = (await itemsOf()).map(({ at }) => (at as { $date: number }).$date)
    expect(await itemsOf(`?from=${$date + 1}`)).toEqual([])
    expect(await itemsOf(`?to=${new Date($date + 1).toISOString()}`)).toHaveLength(3)
    const page = (await show('?pagesize=2')).json as { items: Document[]; next: string }
    expect(page.items).toHaveLength(2)
    expect(await show(`?pagesize=2&cursor=${page.next}`)).toMatchObject({
      json: { items: [{ action: 'key.issued' }], next: null },
    })
  })

  it('is found by area, actor and what was written, and shows which fields', async () => {
    const startedAt = Date.now()
    const occasion = (ms: number) => ({ at: new Date(startedAt + ms), from: clientAddress, actor: userId.parse('ada') })
    const user = { kind: 'user', id: 'eve' } as const
    await keys.platform.store.transaction(async transaction => {
      const { db } = keys.platform
      await writeAuditOf(transaction, db, {
        ...user,
        occasion: occasion(0),
        before: undefined,
        after: { _id: 'eve', team: 'red' },
      })
      await writeAuditOf(transaction, db, {
        ...user,
        occasion: occasion(1),
        before: { team: 'red', a: 1 },
        after: { team: 'blue', a: 1 },
      })
      await writeAuditOf(transaction, db, {
        ...user,
        occasion: occasion(2),
        before: { _etag: 1, a: 1 },
        after: { _etag: 2, a: 1 },
      })
      await writeAuditOf(transaction, db, {
        ...user,
        occasion: occasion(3),
        kind: 'webhook',
        before: { a: 1 },
        after: undefined,
      })
      await writeAuditOf(transaction, db, {
        ...user,
        occasion: occasion(4),
        kind: 'webhook',
        before: undefined,
        after: undefined,
      })
    })
    const lines = [
      { action: 'webhook.deleted', actor: 'ada', subject: 'eve', from: clientAddress },
      { action: 'user.saved', fields: ['team'] },
      { action: 'user.saved', fields: ['team'] },
    ]
    expect(await itemsOf('?id=eve')).toMatchObject(lines)
    expect(await itemsOf('?actor=ada')).toMatchObject(lines)
    expect(await itemsOf('?actor=eve')).toEqual([])
    expect(await itemsOf('?user=eve')).toHaveLength(2)
    expect(await itemsOf('?action=user.')).toHaveLength(2)
    expect(await itemsOf('?action=webhook.&id=eve')).toHaveLength(1)
    expect(await itemsOf('?action=permission.')).toEqual([])
  })

  it('keeps the first 60 refusals of a user in an hour, so that nobody can fill it', async () => {
    for (let time = 0; time < 70; time += 1) await call('POST /keys', { name: 'a', roles: ['owner'] }, 'zoe')
    expect(await itemsOf('?user=zoe')).toHaveLength(60)
  })

  it('is kept for 400 days', async () => {
    expect(await trail().listIndexes()).toContainEqual(expect.objectContaining({ expireAfterSeconds: 400 * 86_400 }))
  })

  it.each(['?action=key.stolen', '?action=k.', '?from=yesterday', '?cursor=1', '?pagesize=0'])(
    'is not asked for by %s',
    async query => {
      expect(await show(query)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    },
  )

  it('is shown to no key, whatever the ACL says', async () => {
    const answer = await keys.client.request('GET', '/admin/audit', {
      user: { id: 'ada', roles: ['admin'], via: 'key' },
    })
    expect(answer).toMatchObject({ status: 403, json: { code: 'KEY_CANNOT_MANAGE_KEYS' } })
  })
})
