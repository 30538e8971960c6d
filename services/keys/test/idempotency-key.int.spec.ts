import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { describeOnStores } from '@sluice/testkit/stores'
import { issuedKey } from '../src/routes/key-answer.ts'
import { as, openKeys, policy, type Who } from '../src/testing/open-keys.ts'

const KEPT = { db: 'sluice', collection: '_keptAnswers' }

await describeOnStores('issuing a key with an Idempotency-Key, by two processes', openStore => {
  let keys: Awaited<ReturnType<typeof openKeys>>
  let idempotencyKey: string
  const body = { name: 'ci', roles: ['reader'] }
  const issue = (sent: unknown = body, who: Who = {}, client = keys.client) =>
    client.request('POST', '/keys', { ...as(who), body: sent, headers: { 'idempotency-key': `"${idempotencyKey}"` } })
  const kept = () => keys.platform.store.collection(KEPT)

  beforeAll(async () => {
    keys = await openKeys({ store: await openStore() })
  })
  beforeEach(async () => {
    await keys.clear()
    await keys.putPluginState('enabled')
    idempotencyKey = randomUUID()
  })
  afterAll(() => keys.close())

  it('issues one key, and shows its secret again to who has asked for it', async () => {
    const first = await issue()
    const second = await issue(body, {}, keys.second)
    expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'cache-control': 'no-store' } })
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await keys.stored()).toHaveLength(1)
  })

  it('issues one key to many requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => issue(body, {}, at % 2 ? keys.second : keys.client)),
    )
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await keys.stored()).toHaveLength(1)
  })

  it('keeps the secret nowhere in clear, and under nothing that the store holds', async () => {
    const { key } = issuedKey.parse((await issue()).json)
    const text = JSON.stringify(await kept().find({}))
    expect(text).not.toContain(key)
    expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, 20))
    expect(text).not.toContain(idempotencyKey)
    expect(keys.logged.join('')).not.toContain(key)
  })

  it('shows the secret to no other user, and to nobody who may not issue such a key any more', async () => {
    const first = await issue()
    const { key } = issuedKey.parse(first.json)
    const other = await issue(body, { user: 'bob' })
    expect(issuedKey.parse(other.json).key).not.toBe(key)
    expect(await issue(body, { apiKeys: null })).toMatchObject({
      status: 403,
      json: { code: 'KEYS_PERMISSION_MISSING' },
    })
    expect(await issue(body, { apiKeys: policy({ roles: ['writer'] }) })).toMatchObject({ status: 403 })
    expect(await issue(body, { via: 'key' })).toMatchObject({ status: 403 })
    await keys.putPluginState('disabled')
    expect(await issue()).toMatchObject({ status: 403, json: { code: 'KEYS_PLUGIN_DISABLED' } })
  })

  it('refuses another body, and judges a refused request anew', async () => {
    expect(await issue({ name: '' })).toMatchObject({ status: 400 })
    expect(await issue()).toMatchObject({ status: 201 })
    expect(await issue({ name: 'other' })).toMatchObject({ status: 422, json: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('has nothing of a refused request in its way by the time of the answer', async () => {
    const asked = Array.from({ length: 20 }, async () => {
      const headers = { 'idempotency-key': `"${randomUUID()}"` }
      const refused = await keys.client.request('POST', '/keys', { ...as(), body: { name: '' }, headers })
      const again = await keys.client.request('POST', '/keys', { ...as(), body: { name: '', roles: [] }, headers })
      return [refused.status, again.status]
    })
    expect(await Promise.all(asked)).toEqual(asked.map(() => [400, 400]))
  })

  it('is answered by the secret of a key that was revoked since, and leaves it revoked', async () => {
    const first = await issue()
    await keys.revoke(issuedKey.parse(first.json)._id)
    expect(await issue()).toMatchObject({ status: 201, text: first.text })
    expect(await keys.stored()).toEqual([])
  })

  it('is answered at the limit of keys, as it issues none', async () => {
    const first = await issue()
    await keys.issue({ name: 'b' })
    await keys.issue({ name: 'c' })
    expect(await keys.issue({ name: 'd' })).toMatchObject({ status: 409 })
    expect((await issue()).text).toBe(first.text)
  })
})
