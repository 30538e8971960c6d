import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

describe('the audit trail of refused sign-ins', () => {
  let gateway: RunningGateway
  const trail = () => gateway.platform.store.collection({ db: 'sluice', collection: AUDIT_COLLECTION })
  const lines = () => trail().find({}, { sort: { _id: 1 } })
  const tryAs = (user: string, password: string) =>
    gateway.call('GET /whoami', { headers: { ...basic(user, password), 'x-forwarded-for': '203.0.113.9' } })

  beforeAll(async () => {
    gateway = await startGateway({ settings: { trustedProxies: ['127.0.0.0/8'] } })
  })
  beforeEach(() => trail().deleteMany({}))
  afterAll(() => gateway.stop())

  it('has one line for a user, a network and a minute, with who was meant and from where', async () => {
    for (let tries = 0; tries < 3; tries += 1) expect((await tryAs('ann', `a guess ${tries}`)).status).toBe(401)
    expect((await tryAs('admin', 'a guess')).status).toBe(401)
    await eventually(async () => (await lines()).length === 2)
    const refused = { action: 'sign-in.refused', actor: null, from: '203.0.113.9' }
    expect(await lines()).toMatchObject([
      { ...refused, subject: 'ann' },
      { ...refused, subject: 'admin' },
    ])
    expect(JSON.stringify(await lines())).not.toContain('guess')
  })

  it('does not tell what was typed for a name, where no user has it', async () => {
    expect((await tryAs('my secret password', 'x')).status).toBe(401)
    await eventually(async () => (await lines()).length === 1)
    expect(JSON.stringify(await lines())).not.toContain('my secret')
  })

  it('has none for who signs in, nor for who sends nothing', async () => {
    expect((await tryAs('ann', "ann's password")).status).toBe(200)
    expect((await gateway.call('GET /whoami')).status).toBe(401)
    expect(await lines()).toEqual([])
  })
})
