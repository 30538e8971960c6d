import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LiveProcess, PROCESSES_COLLECTION } from '@sluice/contracts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('what the gateway tells of the installation', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await startGateway({
      settings: {
        shownSettings: { PORT: '8080', MONGODB_URI: '[secret]', UPSTREAM_KEYS: 'http://ann:hidden@keys:8080' },
      },
    })
  })
  afterAll(() => gateway.stop())

  const service = { id: 'test', version: expect.stringMatching(/^\d/), tier: 'shared', defaultDatabase: 'sluice' }

  it('GET /whoami says which installation answers, to a key as well', async () => {
    await gateway.write.enableKeys()
    const key = bearer(await gateway.write.key('k'))
    for (const headers of [owner, ann, key]) {
      expect((await gateway.call('GET /whoami', { headers })).json()).toMatchObject({ service })
    }
  })

  it('GET /admin/about shows settings, and no secret that stands in an address', async () => {
    const answer = await gateway.call('GET /admin/about', { headers: owner })
    expect(answer.json()).toMatchObject({
      service,
      process: { node: process.version },
      settings: { PORT: '8080', MONGODB_URI: '[secret]', UPSTREAM_KEYS: 'http://[secret]@keys:8080' },
    })
    expect(answer.text).not.toContain('hidden')
  })

  it('GET /admin/processes lists those that have told of themselves within a minute', async () => {
    const now = gateway.platform.changes.storeTime()
    const record = (service: string, endsAt: number, id: string): LiveProcess => ({
      _id: id,
      service,
      version: '1.2.3',
      host: 'one',
      port: 8080,
      startedAt: new Date(now - 100_000),
      seenAt: new Date(endsAt - 60_000),
      ready: true,
      missing: [],
      degraded: [{ dependency: 'redis', since: new Date(now), effect: 'Slower.' }],
      figures: { memoryBytes: 1 },
      endsAt: new Date(endsAt),
    })
    const processes = gateway.platform.store.collection({ db: 'sluice', collection: PROCESSES_COLLECTION })
    await processes.insertMany([
      record('keys', now + 30_000, '0f8fad5b-d9cb-469f-a165-70867728950e'),
      record('data', now - 1, '7c9e6679-7425-40de-944b-e07fc1f90ae7'),
      { _id: 'of a newer version', endsAt: new Date(now + 30_000) },
    ])
    const answer = await gateway.call('GET /admin/processes', { headers: owner })
    expect(answer.json()).toEqual([
      {
        id: '0f8fad5b-d9cb-469f-a165-70867728950e',
        service: 'keys',
        version: '1.2.3',
        host: 'one',
        port: 8080,
        startedAt: { $date: expect.any(Number) },
        seenAt: { $date: expect.any(Number) },
        ready: true,
        missing: [],
        degraded: [{ dependency: 'redis', since: { $date: expect.any(Number) }, effect: 'Slower.' }],
        figures: { memoryBytes: 1 },
      },
    ])
  })

  it.each(['/admin/about', '/admin/processes'])(
    '%s is for owners, and for whom a permission lets in whole',
    async at => {
      expect((await gateway.call(`GET ${at}`)).status).toBe(401)
      expect((await gateway.call(`GET ${at}`, { headers: ann })).status).toBe(403)
      const sees = { roles: ['reader'], predicate: `path('${at}')` }
      await gateway.write.permission('sees', sees)
      expect((await gateway.call(`GET ${at}`, { headers: ann })).status).toBe(200)
      await gateway.write.permission('sees', { ...sees, mongo: { readFilter: { service: 'keys' } } })
      expect((await gateway.call(`GET ${at}`, { headers: ann })).status).toBe(403)
      await gateway.write.remove('acl', 'sees')
    },
  )
})
