import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { apiKeyRecord, auditRecord } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const DAY_MS = 24 * 3_600_000
const MAX_BYTES = 1024 * 1024

await describeOnStores('what is told of keys, of the mail allowance and of the store', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher

  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({
      allowCidrs: [receiver.cidr],
      occurrencesEveryMs: 50,
      emailDailyAllowance: 5,
      eventStoreMaxBytes: MAX_BYTES,
      store: await openStore(),
    })
    const hears = (user: string, rules: object) =>
      dispatcher.client.request('POST', '/webhooks', {
        body: { name: `of ${user}`, url: receiver.url, headers: { 'X-For': user }, condition: "sluice('*')" },
        user: { id: user, roles: ['team'] },
        permission: { id: 'own', rules },
      })
    const own = { readFilter: { name: { $regex: '^of' } } }
    const made = [await hears('all', {}), await hears('ann', own), await hears('bob', own)]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const rows = (collection: string) => dispatcher.platform.store.collection({ db: 'sluice', collection })
  const heardBy = (user: string) =>
    receiver.received
      .filter(({ headers }) => headers['x-for'] === user)
      .map(({ body }) => JSON.parse(body).request.body)
  const namesHeardBy = (user: string) => heardBy(user).map(({ occurrence }) => occurrence)

  function keyOf(id: string, { lifeDays, leftDays }: { lifeDays: number; leftDays: number }) {
    const expiresAt = new Date(Date.now() + leftDays * DAY_MS)
    const createdAt = new Date(expiresAt.getTime() - lifeDays * DAY_MS)
    const hash = Buffer.from(id.padEnd(32, '.')).toString('hex')
    return apiKeyRecord.parse({
      _id: id,
      user: 'ann',
      name: id,
      roles: ['team'],
      createdAt,
      expiresAt,
      hash,
      hint: 'abcd',
    })
  }

  it('tells once of a key that is reported as leaked: to who reads all, and to its holder', async () => {
    const at = new Date()
    const line = {
      _id: v7(),
      at,
      action: 'key.revoked',
      actor: null,
      from: null,
      key: { id: 'k', hint: 'wxyz', user: 'ann' },
    }
    const leak = auditRecord.parse({ ...line, detail: 'the key was reported as leaked' })
    await rows('auditTrail').insertMany([leak, auditRecord.parse({ ...line, _id: v7() })])
    await eventually(() => namesHeardBy('all').includes('key.leaked') && namesHeardBy('ann').includes('key.leaked'))
    expect(heardBy('ann')).toMatchObject([{ occurrence: 'key.leaked', key: { _id: 'k', user: 'ann' } }])
    expect(namesHeardBy('bob')).toEqual([])
  })

  it('tells that the mail allowance of the day is used up', async () => {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    await rows('webhookMailAllowance').insertOne({ _id: today, used: 5, deliveries: {} })
    await eventually(() => namesHeardBy('all').includes('mail-allowance.used-up'))
    expect(heardBy('all').at(-1)).toMatchObject({ figures: { limit: 5, used: 5, left: 0 } })
  })

  it('tells that the store is near its budget', async () => {
    await rows('webhookStoreUsage').updateOne(
      { _id: 'total' },
      { $inc: { bytes: 0.88 * MAX_BYTES, refusedBytes: 0 } },
      { upsert: true },
    )
    await eventually(() => namesHeardBy('all').includes('store.budget-near'))
    expect([...namesHeardBy('ann'), ...namesHeardBy('bob')]).toEqual(['key.leaked'])
  })

  it('tells of a key that expires within a week, and of none that was made for a short time or has long to go', async () => {
    const other = { lifeDays: 90, leftDays: 30 }
    const keys = [
      keyOf('ending', { lifeDays: 90, leftDays: 5 }),
      keyOf('short', { lifeDays: 1, leftDays: 0.5 }),
      keyOf('long', other),
    ]
    await rows('apiKeys').insertMany(keys)
    const next = await openDispatcher({
      allowCidrs: [receiver.cidr],
      // Often enough to have a turn between two of the first one, which has looked at keys already.
      occurrencesEveryMs: 5,
      claimant: 'another',
      store: { ...dispatcher.platform.store, close: async () => {} },
    })
    try {
      await eventually(() => namesHeardBy('ann').includes('key.expiring'))
      expect(heardBy('ann').at(-1)).toMatchObject({ key: { _id: 'ending', hint: 'abcd' }, state: 'expiring' })
      expect(namesHeardBy('all').filter(name => name === 'key.expiring')).toHaveLength(1)
    } finally {
      await next.close()
    }
  })
})
