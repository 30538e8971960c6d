import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION, formatKeySecret } from '@sluice/contracts'
import { as, openKeys } from '../testing/open-keys.ts'
import { issuedKeyAnswer } from './key-answer.ts'

let keys: Awaited<ReturnType<typeof openKeys>>
beforeAll(async () => {
  keys = await openKeys()
})
beforeEach(async () => {
  await keys.clear()
})
afterAll(() => keys.close())

let address = 0
/** Nobody who has signed in, each time from elsewhere. */
const report = (body: unknown, clientAddress = `203.0.113.${address++}`) =>
  keys.client.request('POST', '/keys/leaked', {
    user: { id: null, roles: [], via: 'none' },
    body,
    grant: { clientAddress },
  })
const issued = async () => issuedKeyAnswer.parse((await keys.issue({ name: 'ci' })).json)
const rotate = async (id: string, graceSeconds: number) =>
  issuedKeyAnswer.parse(
    (await keys.client.request('POST', `/keys/${id}/rotate`, { ...as(), body: { graceSeconds } })).json,
  )

describe('204', () => {
  it('revokes the key that the secret opens, and tells its holder in the audit trail', async () => {
    const { _id, key } = await issued()
    const other = await issued()
    const before = await keys.writeEntry()
    expect(await report({ key }, '198.51.100.7')).toMatchObject({ status: 204, text: '' })
    expect(await keys.writeEntry()).toBe(before + 2)
    expect(await keys.stored()).toMatchObject([{ _id: other._id }])
    const trail = keys.platform.store.collection({ db: keys.platform.db, collection: AUDIT_COLLECTION })
    expect(await trail.findOne({ 'key.id': _id, action: 'key.revoked' })).toMatchObject({
      actor: null,
      from: '198.51.100.7',
      key: { user: 'ada' },
      detail: expect.stringContaining('leaked'),
    })
  })

  it('ends the grace of a secret that was rotated, and leaves the new one', async () => {
    const old = await issued()
    const { key } = await rotate(old._id, 600)
    await report({ key: old.key })
    const [stored] = await keys.stored()
    expect(stored).toMatchObject({ _id: old._id })
    expect(stored).not.toHaveProperty('previousHash')
    await report({ key })
    expect(await keys.stored()).toEqual([])
  })

  it('is answered in the same way where the secret opens nothing, and changes nothing then', async () => {
    const old = await issued()
    await rotate(old._id, 0)
    const before = await keys.writeEntry()
    for (const key of [formatKeySecret(new Uint8Array(32)), old.key, 'slk_', '']) {
      expect(await report({ key })).toMatchObject({ status: 204, text: '' })
    }
    expect(await keys.writeEntry()).toBe(before + 1)
    expect(await keys.stored()).toHaveLength(1)
  })
})

describe('400', () => {
  it.each(['{', '{}', '[]', '{"key":1}', `{"key":"${'x'.repeat(201)}"}`])('refuses %s', async body => {
    expect((await report(body)).status).toBe(400)
  })

  it('never repeats what was sent', async () => {
    const { key } = await issued()
    expect((await report({ key: [key] })).text).not.toContain(key)
    expect(keys.logged.join('')).not.toContain(key)
  })
})

describe('429', () => {
  it.each([
    ['address', () => '192.0.2.1', '192.0.2.2'],
    ['IPv6 network, which has very many addresses', (time: number) => `2001:db8:1:2::${time + 1}`, '2001:db8:1:3::1'],
  ])('takes 30 reports a minute from one %s, and says when to come again', async (_what, addressOf, other) => {
    const answers = []
    for (let time = 0; time < 31; time += 1) answers.push(await report({ key: '' }, addressOf(time)))
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(204), 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(1)
    expect((await report({ key: '' }, other)).status).toBe(204)
  })
})
