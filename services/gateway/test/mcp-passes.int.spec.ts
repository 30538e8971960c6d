import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { PASS_HEADER, passKeys, secret, signPass, TOOL_HEADER, verifyPass } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('requests of tools, at the gateway', () => {
  let gateway: RunningGateway
  let given: string | undefined

  /** Stands for the MCP service: takes the pass, and answers. */
  const takesPass: RequestListener = (request, response) => {
    given = String(request.headers[PASS_HEADER] ?? '')
    response.setHeader('content-type', 'application/json').end('{}')
  }

  beforeAll(async () => {
    gateway = await startGateway({
      handlers: { mcp: takesPass },
      settings: { clientLimits: { perKey: 3, perAddress: 0 } },
    })
    await gateway.write.enableKeys()
    await gateway.write.permission('mcp', { predicate: "path-prefix('/mcp')", mcp: { tools: ['find_*'] } })
    await gateway.write.permission('orders', { predicate: "path-prefix('/orders') and not mcp-tool('write_*')" })
  })
  afterAll(() => gateway.stop())
  beforeEach(() => {
    given = undefined
  })

  async function passOf(headers: Record<string, string>): Promise<string> {
    const answer = await gateway.call('POST /mcp', { headers, body: '{}' })
    expect(answer.status).toBe(200)
    return given ?? ''
  }

  const inner = (line: string, pass: string | string[], more: Record<string, string | string[]> = {}) =>
    gateway.call(line, { headers: { [PASS_HEADER]: pass, [TOOL_HEADER]: 'find_documents', ...more } })

  it('are those of the caller whom the pass is for, with the tool in the grant', async () => {
    const key = await gateway.write.key('k-caller')
    const answer = await inner('GET /orders', await passOf(bearer(key)))
    const caller = { principal: { id: 'ann', via: 'key', key: { id: 'k-caller' } }, tool: 'find_documents' }
    expect(answer.json()).toMatchObject({ service: 'data', caller })
  })

  it.each([
    ['a password', ann, 'password'],
    ['the root role', owner, 'password'],
  ])('work for who signed in with %s', async (_, headers, via) => {
    expect((await inner('GET /orders', await passOf(headers))).json()).toMatchObject({ caller: { principal: { via } } })
  })

  it('count for no rate of a key', async () => {
    const pass = await passOf(bearer(await gateway.write.key('k-rate')))
    for (let asked = 0; asked < 10; asked += 1) expect((await inner('GET /orders', pass)).status).toBe(200)
  })

  it('are refused as the ACL refuses the tool, and nobody else', async () => {
    const pass = await passOf(ann)
    expect((await inner('POST /orders', pass, { [TOOL_HEADER]: 'write_orders' })).status).toBe(403)
    expect((await gateway.call('POST /orders', { headers: ann })).status).toBe(200)
  })

  it.each(['GET /keys', 'POST /keys', 'POST /mcp', 'GET /admin/keys', 'POST /token', 'PUT /whoami/password'])(
    'can never be %s',
    async line => {
      expect((await inner(line, await passOf(owner))).json()).toMatchObject({ status: 403 })
    },
  )

  describe('end with what their caller signed in with', () => {
    it('a key that is revoked', async () => {
      const pass = await passOf(bearer(await gateway.write.key('k-brief')))
      expect((await inner('GET /orders', pass)).status).toBe(200)
      await gateway.write.remove('keys', 'k-brief')
      await eventually(async () => (await inner('GET /orders', pass)).json().code === 'INVALID_KEY')
    })

    it('a password that is changed', async () => {
      await gateway.write.user('bea', ['reader'])
      const pass = await passOf(basic('bea', "bea's password"))
      await gateway.write.user('bea', ['reader'], { password: 'another' })
      await eventually(async () => (await inner('GET /orders', pass)).status === 401)
    })

    it('a user who is disabled', async () => {
      await gateway.write.user('cid', ['reader'])
      const pass = await passOf(basic('cid', "cid's password"))
      await gateway.write.user('cid', ['reader'], { disabled: true })
      await eventually(async () => (await inner('GET /orders', pass)).status === 401)
    })
  })

  describe('are 400, and never anonymous, with a pass that', () => {
    const [ownKey] = passKeys([secret('a secret of the tests, long enough to be one')])
    const [otherKey] = passKeys([secret('another secret, which is as long as the first')])

    function altered(pass: string, change: object, key = ownKey): string {
      const content = ownKey && verifyPass(pass, [ownKey], gateway.platform.changes.storeTime())
      if (!content || !key) throw new RangeError('The gateway has given no pass.')
      return signPass({ ...content, ...change }, key) ?? ''
    }

    it.each<[string, (pass: string) => string | string[]]>([
      ['is signed with another secret', pass => altered(pass, {}, otherKey)],
      ['is older than a minute', pass => altered(pass, { issuedAt: Date.now() - 61_000 })],
      ['is from the future', pass => altered(pass, { issuedAt: Date.now() + 61_000 })],
      ['has no signature', pass => pass.split('.')[0] ?? ''],
      ['has another content', pass => `${Buffer.from('{}').toString('base64url')}.${pass.split('.')[1]}`],
      ['is empty', () => ''],
      ['is there twice', pass => [pass, pass]],
      ['is a text', () => 'let me in'],
    ])('%s', async (_, change) => {
      const answer = await inner('GET /orders', change(await passOf(ann)))
      expect(answer.json()).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })

    it('comes beside a credential', async () => {
      expect((await inner('GET /orders', await passOf(ann), owner)).status).toBe(400)
    })

    it.each([[['find_documents', 'find_documents']], ['Find'], ['']])('comes with the tool %j', async tool => {
      expect((await inner('GET /orders', await passOf(ann), { [TOOL_HEADER]: tool })).status).toBe(400)
    })
  })

  it('stand in events with their tool, and without their pass', async () => {
    await gateway.write.wantEvents()
    const events = await followEvents(gateway.platform)
    const pass = await passOf(ann)
    await eventually(async () => {
      await inner('GET /orders', pass)
      return events.shipped.some(({ event }) => event.through !== undefined)
    })
    await events.stop()
    const event = events.shipped.find(one => one.event.through)?.event
    expect(event).toMatchObject({ through: { kind: 'mcp', tool: 'find_documents' }, principal: { id: 'ann' } })
    expect(JSON.stringify(event)).not.toContain('x-sluice-')
  })

  it('leave no pass to a service but that one, whatever a client sends', async () => {
    const answer = await gateway.call('GET /orders', { headers: { ...ann, 'x-sluice-forged': '1' } })
    expect(answer.json()).toMatchObject({ forged: null, caller: { principal: { via: 'password' } } })
  })
})

describe('/mcp, before anybody signs in', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway({
      settings: { corsOrigins: ['https://app.example'], publicUrl: 'https://sluice.example' },
    })
  })
  afterAll(() => gateway.stop())

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a page by a name of its own for this machine', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    ['a host name that is not ours', { host: 'evil.example' }, 403],
    ['two origins, one of which is ours', { origin: ['https://app.example', 'https://evil.example'] }, 403],
    ['a page of an origin that may ask', { origin: 'https://app.example' }, 401],
    ['a page at the public address', { origin: 'https://sluice.example', host: 'sluice.example' }, 401],
    ['a program', {}, 401],
  ])('answers %s', async (_, headers, status) => {
    const answer = await gateway.call('POST /mcp', { headers })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
  })

  it('asks for a key first, then for a password, and tells no client of a sign-in that there is not', async () => {
    const answer = await gateway.call('POST /mcp')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Sluice", Basic /)
    expect((await gateway.call('GET /.well-known/oauth-protected-resource')).status).toBe(404)
  })
})
