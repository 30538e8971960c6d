import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('keys at the gateway', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.write.permission('orders', { predicate: "path-prefix('/orders') and method('GET')", priority: 1 })
  })
  afterAll(() => gateway.stop())

  it('work only while the plugin is enabled, with their own roles, for the service and not for /keys', async () => {
    const key = await gateway.write.key('k1')
    const headers = bearer(key)
    expect((await gateway.call('GET /orders', { headers })).json().code).toBe('INVALID_KEY')
    await gateway.call('POST /plugins/api-keys/install', { headers: owner })
    await gateway.call('POST /plugins/api-keys/enable', { headers: owner })
    const answer = await gateway.call('GET /orders', { headers })
    expect(answer.json()).toMatchObject({ caller: { principal: { id: 'ann', via: 'key', key: { id: 'k1' } } } })
    expect((await gateway.call('GET /keys', { headers })).json().code).toBe('KEY_CANNOT_MANAGE_KEYS')
    expect((await gateway.call('GET /whoami', { headers })).json()).toMatchObject({ via: 'key', key: { id: 'k1' } })
    await gateway.call('POST /plugins/api-keys/disable', { headers: owner })
    expect((await gateway.call('GET /orders', { headers })).status).toBe(401)
    await gateway.call('POST /plugins/api-keys/enable', { headers: owner })
  })

  it('are never the root, do nothing without roles, and end with their holder', async () => {
    await gateway.write.user('rex', ['admin'])
    const root = await gateway.write.key('k-root', { user: 'rex', roles: ['admin'] })
    expect((await gateway.call('GET /orders', { headers: bearer(root) })).status).toBe(403)
    const empty = await gateway.write.key('k-empty', { user: 'rex', roles: [] })
    expect((await gateway.call('GET /orders', { headers: bearer(empty) })).status).toBe(403)
    expect((await gateway.call('GET /whoami', { headers: bearer(empty) })).status).toBe(200)
    await gateway.write.user('rex', ['admin'], { disabled: true })
    expect((await gateway.call('GET /whoami', { headers: bearer(empty) })).status).toBe(401)
  })

  it('end at their expiry', async () => {
    const key = await gateway.write.key('k-old', { expiresAt: new Date(Date.now() - 1000) })
    expect((await gateway.call('GET /whoami', { headers: bearer(key) })).json().code).toBe('INVALID_KEY')
  })

  it('are dead on this gateway before a revocation is answered', async () => {
    for (let round = 0; round < 20; round += 1) {
      const headers = bearer(await gateway.write.key(`k-brief-${round}`))
      expect((await gateway.call('GET /whoami', { headers })).status).toBe(200)
      expect((await gateway.call(`DELETE /keys/k-brief-${round}`, { headers: owner })).status).toBe(204)
      expect((await gateway.call('GET /whoami', { headers })).status).toBe(401)
    }
  })

  it('have their last use noted, and one that was revoked meanwhile does not come back', async () => {
    const keys = gateway.platform.store.collection({ db: 'sluice', collection: 'apiKeys' })
    await gateway.call('GET /whoami', { headers: bearer(await gateway.write.key('k-used')) })
    await eventually(async () => (await keys.findOne({ _id: 'k-used' }))?.lastUsedAt instanceof Object)
    await gateway.call('GET /whoami', { headers: bearer(await gateway.write.key('k-gone')) })
    await gateway.write.remove('keys', 'k-gone')
    await gateway.call('GET /whoami', { headers: bearer(await gateway.write.key('k-later')) })
    await eventually(async () => (await keys.findOne({ _id: 'k-later' }))?.lastUsedAt instanceof Object)
    expect(await keys.findOne({ _id: 'k-gone' })).toBeUndefined()
  })

  it('have their requests counted by day, at the end of the gateway at the latest', async () => {
    const counted = await startGateway()
    await counted.write.enableKeys()
    const headers = bearer(await counted.write.key('k-counted'))
    for (let time = 0; time < 7; time += 1) await counted.call('GET /whoami', { headers })
    const usage = counted.platform.store.collection({ db: 'sluice', collection: 'keyUsage' })
    await counted.gateway.stop(2_000)
    expect(await usage.find({})).toMatchObject([
      { key: 'k-counted', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), requests: 7, dropAt: expect.any(Date) },
    ])
    await counted.stop()
  })

  it('bound to addresses, or to a number of requests a minute, are held to it', async () => {
    const elsewhere = await gateway.write.key('k-far', { keyRules: { allowedIps: ['192.0.2.0/24'] } })
    expect((await gateway.call('GET /whoami', { headers: bearer(elsewhere) })).json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('127.0.0.1'),
    })
    const slow = await gateway.write.key('k-slow', { keyRules: { allowedIps: ['127.0.0.0/8'], rateLimit: 2 } })
    const answers = []
    for (let time = 0; time < 3; time += 1) answers.push(await gateway.call('GET /whoami', { headers: bearer(slow) }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(1)
  })

  it('that have had their number of requests have it also by a new secret', async () => {
    const keyRules = { rateLimit: 2 }
    const use = async (secret: string) => (await gateway.call('GET /whoami', { headers: bearer(secret) })).status
    const before = await gateway.write.key('k-rotated', { keyRules })
    expect([await use(before), await use(before)]).toEqual([200, 200])
    const after = await gateway.write.key('k-rotated', { keyRules })
    expect([await use(before), await use(after)]).toEqual([401, 429])
  })

  it('have one number of requests at all gateways together', async () => {
    const { platform } = gateway
    const spool = {
      directory: join(platform.directory, 'other'),
      maxBytes: 1 << 26,
      whenFull: 'reject',
      fsyncMs: 20,
    } as const
    const other = await startGateway({ platform, settings: { spool } })
    const headers = bearer(await gateway.write.key('k-both', { keyRules: { rateLimit: 60 } }))
    const use = async ({ call }: RunningGateway) => (await call('GET /whoami', { headers })).status
    for (let time = 0; time < 60; time += 1) expect(await use(gateway)).toBe(200)
    let passed = 0
    await eventually(async () => {
      const status = await use(other)
      passed += Number(status === 200)
      expect(status).toBe(429)
    })
    expect(passed).toBeLessThan(30)
    await other.gateway.stop(1_000)
  })

  it('whose rules can not be read are no keys', async () => {
    const broken = await gateway.write.key('k-broken', { keyRules: { allowedIps: ['somewhere'] } })
    expect((await gateway.call('GET /whoami', { headers: bearer(broken) })).status).toBe(401)
  })

  it('that have leaked are told of by anybody, without signing in', async () => {
    const answer = await gateway.call('POST /keys/leaked', { body: '{}' })
    expect(answer.json()).toMatchObject({
      service: 'keys',
      caller: { principal: { id: null }, permission: null, clientAddress: '127.0.0.1' },
    })
    expect((await gateway.call('POST /keys/other', { body: '{}' })).status).toBe(401)
  })

  it('hand the winning permission on to the keys service, also for the owner, or none', async () => {
    const keyRules = { allowedIps: ['192.0.2.0/24'], rateLimit: 60 }
    const apiKeys = { roles: ['reader'] }
    await gateway.write.permission('issue', { predicate: "path-prefix('/keys')", apiKeys, keyRules })
    const mine = await gateway.call('POST /keys', { headers: ann, body: '{}' })
    expect(mine.json()).toMatchObject({ caller: { permission: { id: 'issue', apiKeys, keyRules } } })
    const owners = await gateway.call('POST /keys', { headers: owner, body: '{}' })
    expect(owners.json()).toMatchObject({ caller: { isRoot: true, permission: null } })
  })

  it('are judged as the issue of a key is where it is asked what could be issued, and where one gets a new secret', async () => {
    const predicate = "path('/keys') and method('POST')"
    await gateway.write.permission('issue-only', { predicate, priority: 9, apiKeys: { roles: ['reader'] } })
    for (const line of ['GET /keys/policy', 'POST /keys/k/rotate']) {
      const answer = await gateway.call(line, { headers: ann })
      expect(answer.json()).toMatchObject({ caller: { permission: { id: 'issue-only' } } })
    }
    await gateway.write.remove('acl', 'issue-only')
  })
})
