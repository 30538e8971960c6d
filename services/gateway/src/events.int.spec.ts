import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { basic, bearer } from './testing/http-client.ts'
import { followEvents, type RunningGateway, type Shipped, startGateway } from './testing/start-gateway.ts'

const owner = basic('admin', "admin's password")

describe('the events of a gateway', () => {
  let gateway: RunningGateway
  let shipped: Shipped[]

  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.call('GET /before-anything-wants-events', { headers: owner })
    await gateway.write.wantEvents()
    await gateway.write.enableKeys()
    shipped = (await followEvents(gateway.platform)).shipped
  })
  afterAll(() => gateway.stop())

  const eventOf = (requestId: unknown) =>
    eventually(() => shipped.find(({ event }) => event.id === requestId) ?? false, { what: 'the event' })
  const call = async (...request: Parameters<RunningGateway['call']>) => {
    const answer = await gateway.call(...request)
    return { answer, shipped: await eventOf(answer.headers['x-request-id']) }
  }

  it('tell what was asked, by whom, and what was answered', async () => {
    const body = JSON.stringify({ n: 1 })
    const headers = { ...owner, 'content-type': 'application/json' }
    const { shipped } = await call('POST /orders?x=1', { headers, body })
    expect(shipped.event).toMatchObject({
      schemaVersion: 1,
      service: { id: 'test' },
      outcome: 'completed',
      aborted: false,
      principal: { id: 'admin', roles: ['admin'], via: 'password' },
      request: { method: 'POST', path: '/orders', query: 'x=1', body: { state: 'captured', length: 7 } },
      response: { statusCode: 200, body: { state: 'captured' } },
    })
    expect(Buffer.from(shipped.requestBody).toString()).toBe(body)
    expect(JSON.parse(Buffer.from(shipped.responseBody).toString())).toMatchObject({ service: 'data' })
    expect(shipped.headers).toMatchObject({ 'event-id': shipped.event.id, 'schema-version': '1' })
    expect(shipped.headers.again).toBeUndefined()
  })

  it('carry the time of the store, whatever the clock of this machine says', async () => {
    const wallMs = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(wallMs + 3_600_000)
    // What is held is not trusted before the next poll.
    const answered = await eventually(async () => {
      const answer = await gateway.call('GET /orders', { headers: owner })
      return answer.status === 200 && answer
    })
    clock.mockRestore()
    const { event } = await eventOf(answered.headers['x-request-id'])
    expect(Math.abs(event.at - wallMs)).toBeLessThan(60_000)
  })

  it('are there for refused requests too', async () => {
    const { shipped } = await call('GET /orders')
    expect(shipped.event).toMatchObject({ principal: { id: null, via: 'none' }, response: { statusCode: 401 } })
  })

  it('hold no password, key, cookie or token, wherever it was sent', async () => {
    const key = await gateway.write.key('k1')
    await gateway.write.permission('all', { predicate: "path-prefix('/orders')" })
    const headers = { ...bearer(key), cookie: 'a=S3CRET', 'x-note': key, 'content-type': 'application/json' }
    const body = JSON.stringify({ password: 'S3CRET', deep: [{ apiKey: 'S3CRET' }], note: key })
    const { answer, shipped } = await call(`POST /orders/${key}`, { headers, body })
    expect(answer.status).toBe(200)
    const everything = [JSON.stringify(shipped.event), shipped.requestBody, shipped.responseBody].join(' ')
    expect(everything).not.toContain(key)
    expect(JSON.stringify(shipped.event)).not.toContain('S3CRET')
    expect(Buffer.from(shipped.requestBody).toString()).not.toContain('S3CRET')
    expect(shipped.event.request.path).toBe('/orders/[redacted]')
  })

  it.each(['POST /keys', 'POST /users', 'POST /webhooks', 'GET /plugins', 'GET /admin/keys', 'GET /whoami'])(
    'hold no body of %s',
    async line => {
      const headers = { ...owner, 'content-length': '7' }
      const { shipped } = await call(line, { headers, body: '{"a":1}' })
      expect([...shipped.requestBody, ...shipped.responseBody]).toEqual([])
    },
  )

  it('hold no body that the search for secrets could not read', async () => {
    const compressed = { ...owner, 'content-encoding': 'gzip' }
    const sent = await call('POST /orders', { headers: compressed, body: 'x' })
    expect(sent.shipped.event.request.body.state).toBe('withheld')
    const broken = await call('POST /orders', { headers: owner, body: '{"password":"S3CRET"' })
    expect(broken.shipped.event.request.body.state).toBe('unreadable')
    expect(broken.shipped.requestBody).toHaveLength(0)
  })

  it('carry the place of the webhooks in the change log, and the trace of the client', async () => {
    await gateway.write.put('webhooks', { _id: 'w2', enabled: false })
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const { shipped } = await call('GET /orders', { headers: { ...owner, traceparent } })
    expect(shipped.event.webhooksSequence).toBe(gateway.platform.changes.positions().webhooks)
    expect(shipped.headers.traceparent).toBe(traceparent)
  })

  it('do not exist for preflights, unparsable requests, the description, or when nothing wants them', async () => {
    await gateway.call('OPTIONS /orders')
    await gateway.call('GET /a%2fb', { headers: owner })
    await gateway.call('GET /openapi.json')
    await gateway.write.put('webhooks', { _id: 'w', enabled: false })
    await gateway.call('GET /unwanted', { headers: owner })
    await gateway.write.wantEvents()
    await call('GET /last', { headers: owner })
    const paths = shipped.map(({ event }) => event.request.path)
    for (const path of ['/before-anything-wants-events', '/unwanted', '/openapi.json', '/a/b']) {
      expect(paths).not.toContain(path)
    }
    expect(shipped.some(({ event }) => event.request.method === 'OPTIONS')).toBe(false)
  })
})

describe('a recording', () => {
  it('makes events wanted at once without any webhook, until its end, and only while the plugin is on', async () => {
    const gateway = await startGateway()
    const { platform, write } = gateway
    const { shipped } = await followEvents(platform)
    await write.put('plugins', { _id: 'webhooks', state: 'enabled' })
    await gateway.call('GET /before', { headers: owner })
    const from = new Date()
    const until = new Date(Date.now() + 5_000)
    await write.put('watches', { _id: 'r', kind: 'recording', from, until })
    await gateway.call('GET /during', { headers: owner })
    await write.put('plugins', { _id: 'webhooks', state: 'disabled' })
    await gateway.call('GET /while-off', { headers: owner })
    await write.put('plugins', { _id: 'webhooks', state: 'enabled' })
    await eventually(() => platform.changes.storeTime() >= until.getTime(), { timeoutMs: 20_000 })
    await gateway.call('GET /after', { headers: owner })
    await write.wantEvents()
    await gateway.call('GET /last', { headers: owner })
    await eventually(() => shipped.some(({ event }) => event.request.path === '/last'))
    expect(shipped.map(({ event }) => event.request.path)).toEqual(['/during', '/last'])
    await gateway.stop()
  })
})

describe('a gateway whose spool is full', () => {
  const startFull = async (whenFull: 'reject' | 'shed') => {
    const directory = await temporaryDirectory()
    const spool = { directory, maxBytes: 1 << 20, whenFull, fsyncMs: 20 }
    // More than the spool may hold is wanted for each event.
    const gateway = await startGateway({ settings: { spool, captureBytes: 1 << 20 } })
    await gateway.write.wantEvents()
    return gateway
  }

  it('turns new requests away, so that none is without its event', async () => {
    const gateway = await startFull('reject')
    const answer = await gateway.call('POST /orders', { headers: owner, body: '{}' })
    expect([answer.status, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'OVERLOADED', '1'])
    await gateway.stop()
  })

  it('lets them through without an event when it was told to', async () => {
    const gateway = await startFull('shed')
    const { shipped } = await followEvents(gateway.platform)
    expect((await gateway.call('POST /orders', { headers: owner, body: '{}' })).status).toBe(200)
    const small = await gateway.call('GET /whoami', { headers: owner })
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event.id).toBe(small.headers['x-request-id'])
    await gateway.stop()
  })
})
