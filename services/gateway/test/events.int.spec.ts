import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Bus, BusUnavailableError } from '@sluice/bus'
import { eventually, openTestPlatform, temporaryDirectory } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, type ShippedExchange, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")

describe('the events of a gateway', () => {
  let gateway: RunningGateway
  let shipped: ShippedExchange[]

  beforeAll(async () => {
    gateway = await startGateway({ platform: await openTestPlatform({ pollMs: 100 }) })
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
  })

  it('tell the program that has said what it is, and the permission that let the request in', async () => {
    await gateway.write.permission('told-for-all', { predicate: "path-prefix('/told')" })
    const key = await gateway.write.key('told')
    const told = await call('GET /told', { headers: { ...bearer(key), 'sluice-client': 'sdk/1.2.3' } })
    expect(told.answer.status).toBe(200)
    expect(told.shipped.event).toMatchObject({ client: 'sdk/1.2.3', permission: 'told-for-all' })
    const untold = await call('GET /told', { headers: { ...owner, 'sluice-client': 'Some Browser (1.0)' } })
    expect(untold.shipped.event.client).toBeUndefined()
    expect(untold.shipped.event.permission).toBeUndefined()
    const refused = await call('GET /other', { headers: bearer(key) })
    expect(refused.answer.status).toBe(403)
    expect(refused.shipped.event.permission).toBeUndefined()
  })

  it('carry the time of the store, whatever the clock of this machine says', async () => {
    const wallMs = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(wallMs + 3_600_000)
    // What is held is not trusted before the next poll.
    const answered = await eventually(async () => {
      const answer = await gateway.call('GET /orders', { headers: owner })
      return answer.status === 200 && answer
    }).finally(() => clock.mockRestore())
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

  it('hold no secret of a query of a GraphQL app: as a literal, in a variable of any name, by GET, or told by the answer', async () => {
    const headers = { ...owner, 'content-type': 'application/json' }
    const query = 'query($p: String) { a(password: $p, in: {token: "S3CRET-LITERAL"}) }'
    const variables = { p: 'S3CRET-VARIABLE', n: 1 }
    const body = JSON.stringify([{ query, variables }, { query: '{ a(apiKey: """S3CRET-BLOCK""") }' }])
    const sent = await call('POST /graphql/shop', { headers, body })
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) })
    const got = await call(`GET /graphql/shop?${search}`, { headers: owner })
    for (const { answer, shipped } of [sent, got]) {
      // The service of these tests answers what it was asked.
      expect(answer.text).toContain('S3CRET')
      const { event, requestBody, responseBody } = shipped
      const everything = [JSON.stringify(event), ...[requestBody, responseBody].map(each => Buffer.from(each))].join(
        ' ',
      )
      expect(everything).not.toContain('S3CRET')
      expect(everything).toContain('[redacted]')
    }
    expect(JSON.parse(Buffer.from(sent.shipped.requestBody).toString())[0].variables).toEqual({ p: '[redacted]', n: 1 })

    const cut = { query: '{ a(password: "S3CRET' }
    const broken = await call('POST /graphql/shop', { headers, body: JSON.stringify(cut) })
    expect(Buffer.from(broken.shipped.requestBody).toString()).toBe('{"query":"[redacted]"}')
    expect(broken.shipped.event.response?.body.state).toBe('unreadable')
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
    expect(shipped.event.changesEpoch).toBe(gateway.platform.changes.polled()?.epoch)
    expect(shipped.headers.traceparent).toBe(traceparent)
  })

  it('are wanted by a webhook that has switched itself off: what it misses can be delivered again', async () => {
    const autoDisabled = { at: new Date(), since: new Date(), failures: 5 }
    await gateway.write.put('webhooks', { _id: 'w', enabled: false, autoDisabled })
    const { shipped } = await call('GET /missed', { headers: owner })
    expect(shipped.event.request.path).toBe('/missed')
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
    const until = new Date(Date.now() + 3_000)
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

describe('a gateway whose disk fills while requests are under way', () => {
  /** The newest file of the spool takes nothing more; the same descriptor reads it. */
  function fillDisk(directory: string): void {
    for (const name of readdirSync('/proc/self/fd')) {
      const path = linkOf(`/proc/self/fd/${name}`)
      if (!path.startsWith(directory) || !path.endsWith('.spool')) continue
      closeSync(Number(name))
      // The lowest number that is free is given: those below it go back once it has come.
      const taken = [openSync(path, 'r')]
      while (taken.at(-1) !== Number(name) && taken.length < 100) taken.push(openSync(path, 'r'))
      expect(taken.pop()).toBe(Number(name))
      for (const fd of taken) closeSync(fd)
    }
  }

  it('cuts them before their last byte when it has waited for long, and answers none as if it were kept', async () => {
    const directory = await temporaryDirectory()
    const spool = { directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 } as const
    const arrived = Promise.withResolvers<() => void>()
    const data = (_: unknown, response: ServerResponse) => arrived.resolve(() => response.end('{}'))
    const own = await openTestPlatform()
    // What waits for the bus keeps its room on the disk.
    const bus: Bus = { ...own.bus, send: () => Promise.reject(new BusUnavailableError('away')) }
    const settings = { spool, eventPatienceMs: 200 }
    const gateway = await startGateway({ settings, handlers: { data }, platform: { ...own, bus } })
    await gateway.write.wantEvents()
    await gateway.call('GET /whoami', { headers: owner })
    const cut = expect(gateway.call('POST /orders', { headers: owner, body: '{}' })).rejects.toThrow()
    const answer = await arrived.promise
    fillDisk(directory)
    answer()
    await cut
    // The bus will not take what waits.
    await gateway.gateway.stop(100)
    await gateway.stop()
  })

  it('stops in time although the sign-ins that it has turned away can not be told', async () => {
    const directory = await temporaryDirectory()
    const spool = { directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 } as const
    const own = await openTestPlatform()
    const bus: Bus = { ...own.bus, send: () => Promise.reject(new BusUnavailableError('away')) }
    const gateway = await startGateway({ settings: { spool }, platform: { ...own, bus } })
    await gateway.write.wantEvents()
    const guess = async () => (await gateway.call('GET /orders', { headers: basic('ann', 'guess') })).status
    await eventually(async () => (await guess()) === 429)
    fillDisk(directory)
    const before = performance.now()
    await gateway.gateway.stop(1_000)
    expect(performance.now() - before).toBeLessThan(1_500)
    await gateway.stop()
  })
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
