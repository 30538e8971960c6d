import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import fc from 'fast-check'
import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import { type AssistantClient, assistantClients } from '../mcp/assistant-clients.ts'
import { ABSENT_ADDRESSES, LEADING_ELSEWHERE, ODD_IDS } from '../mcp/hostile-names.ts'
import type { SluiceTarget } from '../target.ts'

type IssuedKey = { _id: string; key: string }
type Explanation = {
  tools: { name: string; listed: boolean; why: string }[]
  collections: { name: string; writable: boolean }[]
}

/** Random permissions for each property; jest's `--globals '{"ACLS": 300}'` asks for another number. */
const ACLS = Number(Reflect.get(globalThis, 'ACLS') ?? 40)
const PASSWORD = 'a password of mia'
const PLANES = Array.from({ length: 30 }, (_, n) => ({
  _id: `p${n}`,
  n,
  team: n % 3 ? 'red' : 'blue',
  secret: `s${n}`,
}))

/** What must hold of `/mcp`, on one process and on a cluster. */
export function describeMcp(target: () => SluiceTarget): void {
  let owner: HttpClient
  let mia: HttpClient
  const url = (gateway: 0 | 1 = 0) => `${target().urls[gateway]}/mcp`
  const permit = (_id: string, rest: object) =>
    owner.json('PUT', `${target().base}/acl/${_id}?wm=upsert`, { _id, ...rest })
  const issue = (...roles: string[]) => mia.json<IssuedKey>('POST', '/keys', { name: 'assistant', roles, expiresIn: 1 })

  beforeAll(async () => {
    const { urls, ownerPassword } = target()
    owner = ownerClient({ url: urls[0], ownerPassword })
    for (const plugin of ['api-keys', 'webhooks']) {
      await owner.status('POST', `/plugins/${plugin}/install`)
      await owner.status('POST', `/plugins/${plugin}/enable`)
    }
    await owner.json('POST', '/users', { _id: 'mia', password: PASSWORD, roles: ['pilot'] })
    mia = userClient(urls[0], { name: 'mia', password: PASSWORD })
    const apiKeys = { roles: ['reader', 'writer', 'random'], 'max-keys-per-user': 100 }
    await permit('issue', { roles: ['pilot'], predicate: "path-prefix('/keys')", apiKeys })
    await permit('calls', { roles: ['reader', 'random'], predicate: "path('/mcp')", priority: 1 })
    await permit('calls-and-writes', {
      roles: ['writer'],
      predicate: "path('/mcp')",
      priority: 2,
      mcp: { write: true },
    })
    await owner.status('PUT', '/planes')
    await owner.json('POST', '/planes', PLANES)
    const mongo = { readFilter: { team: 'red' }, projectResponse: { secret: 0 } }
    await permit('reads', { roles: ['reader', 'writer'], predicate: "path-prefix('/planes') and method('GET')", mongo })
    const writes = "path-prefix('/planes') and method('POST', 'PATCH', 'DELETE')"
    await permit('writes', { roles: ['writer'], predicate: writes, mongo: { mergeRequest: { by: '@user._id' } } })
  })

  const keyOf = async (...roles: string[]) => `Bearer ${(await issue(...roles)).key}`

  async function using<T>(authorization: string, work: (client: AssistantClient) => Promise<T>, gateway: 0 | 1 = 0) {
    const [first] = assistantClients
    if (!first) throw new RangeError('There is no client.')
    const client = await eventually(() => first[1](url(gateway), authorization))
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  describe.each(assistantClients)('to %s', (_, connect) => {
    it.each([0, 1] as const)('answers the same, by gateway %i', async gateway => {
      const authorization = await keyOf('reader')
      const client = await eventually(() => connect(url(gateway), authorization))
      const tools = await client.tools()
      expect(tools.find(({ name }) => name === 'find_documents')?.collections).toEqual(['planes'])
      expect(tools.map(({ name }) => name)).not.toContain('create_document')
      expect((await client.call('whoami')).value).toMatchObject({ id: 'mia', via: 'key', write: false })
      expect((await client.call('count_documents', { collection: 'planes' })).value).toEqual({ count: 20 })
      const one = await client.call('get_document', { collection: 'planes', id: 'p1' })
      expect(one.value.document).toMatchObject({ _id: 'p1', n: 1, team: 'red' })
      expect(one.text).not.toContain('secret')
      expect(await client.call('get_document', { collection: 'planes', id: 'p0' })).toMatchObject({
        isError: true,
        value: { code: 'NOT_FOUND' },
      })
      await expect(client.call('create_document', { collection: 'planes', document: {} })).rejects.toThrow(
        'Unknown tool',
      )
      await expect(client.call('no_such_tool')).rejects.toThrow('Unknown tool: no_such_tool')
      await client.close()
    })

    it('shows what has an address as the tool behind it does, and no more', async () => {
      const client = await eventually(async () => connect(url(), await keyOf('reader')))
      const uris = await client.resources()
      expect(uris).toContain('sluice://collections/planes')
      expect(JSON.parse(await client.read('sluice://collections/planes/p1'))).toMatchObject({ document: { _id: 'p1' } })
      const told = await client.call('describe_collection', { collection: 'planes' })
      expect(told.value).toMatchObject({ name: 'planes', documents: 20, aggregations: [] })
      expect(told.value.fields).toEqual([
        { path: '_id', types: ['string'], share: 1 },
        { path: 'n', types: ['number'], share: 1 },
        { path: 'team', types: ['string'], share: 1 },
        { path: '_etag', types: ['objectId'], share: 1 },
      ])
      expect(JSON.parse(await client.read('sluice://collections/planes'))).toEqual(told.value)
      expect(JSON.parse(await client.read('sluice://errors/FORBIDDEN'))).toEqual({
        code: 'FORBIDDEN',
        status: 403,
        title: expect.any(String),
        mayBeRepeated: false,
        see: '/docs/errors#forbidden',
      })
      for (const uri of ABSENT_ADDRESSES) {
        await expect(client.read(`sluice://${uri}`)).rejects.toThrow('Resource not found')
      }
      expect(await client.prompts()).toEqual(['explore_collection'])
      const address = { type: 'ref/resource', uri: 'sluice://collections/{collection}' } as const
      expect(await client.complete(address, { name: 'collection', value: 'pl' })).toEqual(['planes'])
      expect(await client.complete(address, { name: 'collection', value: 'us' })).toEqual([])
      const prompt = { type: 'ref/prompt', name: 'explore_collection' } as const
      expect(await client.complete(prompt, { name: 'collection', value: '' })).toEqual(['planes'])
      const errors = { type: 'ref/resource', uri: 'sluice://errors/{code}' } as const
      expect(await client.complete(errors, { name: 'code', value: 'FORB' })).toEqual(['FORBIDDEN'])
      const hidden = { type: 'ref/prompt', name: 'ask_app' } as const
      await expect(client.complete(hidden, { name: 'app', value: '' })).rejects.toThrow('no such argument')
      expect(await client.call('list_collections', { cursor: '?' })).toMatchObject({
        isError: true,
        value: { code: 'VALIDATION_FAILED', errors: [{ path: 'cursor' }] },
      })
      await client.close()
    })
  })

  it('offers tools that write to whom the permission lets write, and never to the root role', async () => {
    const { ownerPassword } = target()
    const named = (authorization: string) =>
      using(authorization, async client => (await client.tools()).map(({ name }) => name))
    const writing = ['create_document', 'delete_document', 'update_document']
    expect(await named(await keyOf('writer'))).toEqual(expect.arrayContaining(writing))
    const ofRoot = await named(`Basic ${btoa(`admin:${ownerPassword}`)}`)
    expect(ofRoot.filter(name => writing.includes(name))).toEqual([])
    expect(ofRoot).toEqual(expect.arrayContaining(['list_webhooks', 'explain_access']))
  })

  it('writes in the place of the holder of the key, under the ETag that was read', async () => {
    await using(await keyOf('writer'), async client => {
      const document = { _id: 'made', team: 'red' }
      const made = await client.call('create_document', { collection: 'planes', document })
      expect(made.value.document).toMatchObject({ ...document, by: 'mia' })
      const change = { collection: 'planes', id: 'made', etag: made.value.etag, changes: { n: 7 } }
      expect((await client.call('update_document', change)).value.document).toMatchObject({ n: 7, by: 'mia' })
      expect((await client.call('update_document', change)).value).toMatchObject({ code: 'PRECONDITION_FAILED' })
      const { etag } = (await client.call('get_document', { collection: 'planes', id: 'made' })).value
      const gone = await client.call('delete_document', { collection: 'planes', id: 'made', etag })
      expect(gone.value).toEqual({ deleted: true })
    })
  })

  it('lets a person do what a permission keeps from tools', async () => {
    const predicate = "path('/hangars') and method('POST') and not mcp-tool('*')"
    await owner.status('PUT', '/hangars')
    await permit('people', { roles: ['writer'], predicate })
    const { key } = await issue('writer')
    await using(`Bearer ${key}`, async client => {
      const refused = await client.call('create_document', { collection: 'hangars', document: {} })
      expect(refused).toMatchObject({ isError: true, value: { code: 'FORBIDDEN' } })
    })
    expect(await eventually(() => keyClient(target().urls[0], key).status('POST', '/hangars', {}))).toBe(201)
  })

  describe('POST /mcp/explain', () => {
    const explain = (question: object, gateway: 0 | 1 = 0) =>
      ownerClient({ url: target().urls[gateway], ownerPassword: target().ownerPassword }).json<Explanation>(
        'POST',
        '/mcp/explain',
        question,
      )

    it.each([0, 1] as const)('tells of a key what its holder is offered with it, by gateway %i', async gateway => {
      const { _id, key } = await issue('reader')
      const told = await explain({ key: _id }, gateway)
      expect(told).toMatchObject({ allowed: true, permission: 'calls', write: false })
      const listed = told.tools.filter(tool => tool.listed).map(({ name }) => name)
      const names = await using(`Bearer ${key}`, async client => (await client.tools()).map(({ name }) => name))
      expect(listed).toEqual(names)
      expect(told.collections).toContainEqual({ name: 'planes', writable: false })
      expect(told.tools.find(({ name }) => name === 'create_document')?.why).toMatch(/mcp\.write/)
      expect(told.tools.find(({ name }) => name === 'list_webhooks')?.why).toMatch(/No permission/)
    })

    it('tells of roles and of users, and that nobody is let in without a permission', async () => {
      expect(await explain({ roles: ['writer'] })).toMatchObject({ allowed: true, write: true })
      expect(await explain({ user: 'mia' })).toMatchObject({ allowed: false, permission: null, tools: [] })
      expect(await explain({ roles: ['$unauthenticated'] })).toMatchObject({ allowed: false })
      expect(await explain({ roles: ['admin'] })).toMatchObject({ allowed: true, permission: null, write: false })
    })

    it.each([
      [{ key: 'none' }, 'key'],
      [{ user: 'nobody' }, 'user'],
      [{}, 'user'],
      [{ user: 'mia', roles: ['reader'] }, 'user'],
    ])('refuses %j with its field', async (question, path) => {
      const { status, json } = await owner.answer('POST', '/mcp/explain', question)
      expect({ status, json }).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path }] } })
    })

    it('is for the owner, and for whom a permission lets ask', async () => {
      expect(await mia.status('POST', '/mcp/explain', { user: 'mia' })).toBe(403)
    })
  })

  it('refuses a key that is revoked', async () => {
    const { _id, key } = await issue('reader')
    await using(`Bearer ${key}`, async client => {
      expect((await client.call('whoami')).isError).toBe(false)
      await mia.text('DELETE', `/keys/${_id}`)
      await eventually(() =>
        client.call('whoami').then(
          () => false,
          (error: unknown) => /401|INVALID_KEY|Unauthorized/i.test(String(error)),
        ),
      )
    })
  })

  it.each(LEADING_ELSEWHERE)('reaches no other route by the collection %j', async collection => {
    const { ownerPassword } = target()
    await using(`Basic ${btoa(`admin:${ownerPassword}`)}`, async client => {
      const answer = await client.call('find_documents', { collection })
      expect(answer).toMatchObject({
        isError: true,
        value: { code: expect.stringMatching(/VALIDATION_FAILED|NOT_FOUND/) },
      })
    })
  })

  it.each(ODD_IDS)('takes the id %j for an id, and nothing else', async id => {
    const { ownerPassword } = target()
    await owner.status('POST', '/planes', { _id: id, team: 'blue' })
    const answer = await using(`Basic ${btoa(`admin:${ownerPassword}`)}`, client =>
      client.call('get_document', { collection: 'planes', id }),
    )
    if (!answer.isError) expect(answer.value.document).toMatchObject({ _id: id })
    else expect(answer.value.code).toMatch(/NOT_FOUND|BAD_/)
    expect(answer.text).not.toContain('\u202e')
  })

  describe('by random permissions', () => {
    const conditions = fc.record(
      { team: fc.constantFrom('red', 'blue'), n: fc.integer({ max: 30 }).map(n => ({ $gte: n })) },
      { requiredKeys: [] },
    )
    const projections = fc
      .subarray(['n', 'team', 'secret'])
      .map(names => Object.fromEntries(names.map(name => [name, 0])))
    const mongo = fc.record({ readFilter: conditions, projectResponse: projections }, { requiredKeys: [] })
    const predicates = fc.constantFrom(
      "path-prefix('/planes')",
      "path('/planes')",
      "path-template('/planes/{id}') and method('GET')",
      "path('/planes/_size', '/planes/p4')",
      "path('/nowhere')",
      "path-prefix('/planes') and qparams-contain('page')",
    )
    const question = fc.record({ field: fc.constantFrom('n', 'team', 'secret'), id: fc.constantFrom('p0', 'p1', 'p4') })

    it('answers what the same request by the same key is answered', async () => {
      const { key } = await issue('random')
      const client = keyClient(target().urls[0], key)
      await fc.assert(
        fc.asyncProperty(predicates, mongo, question, async (predicate, rules, { field, id }) => {
          await permit('random', { roles: ['random'], predicate, priority: 5, mongo: rules })
          const filter = { [field]: { $exists: true } }
          const asked = encodeURIComponent(JSON.stringify(filter))
          await using(`Bearer ${key}`, async assistant => {
            const page = `filter=${asked}&pagesize=5&page=2`
            const args = { collection: 'planes', filter, limit: 5, page: 2 }
            const pairs = [
              [await assistant.call('find_documents', args).catch(unlisted), `/planes?${page}`, 'documents'],
              [
                await assistant.call('get_document', { collection: 'planes', id }).catch(unlisted),
                `/planes/${id}`,
                'document',
              ],
              [
                await assistant.call('count_documents', { collection: 'planes', filter }).catch(unlisted),
                `/planes/_size?filter=${asked}`,
                'count',
              ],
            ] as const
            for (const [told, path, property] of pairs) {
              const { status, json } = await client.answer('GET', path)
              if (told === 'unlisted') expect([path, status]).toEqual([path, 403])
              else if (told.isError)
                expect({ path, status, code: told.value.code }).toEqual({ path, ...problemOf(json) })
              else expect([path, told.value[property]]).toEqual([path, property === 'count' ? sizeOf(json) : json])
            }
          })
        }),
        { numRuns: ACLS },
      )
    }, 300_000)
  })
}

const unlisted = (error: unknown): 'unlisted' => {
  if (/Unknown tool/.test(String(error))) return 'unlisted'
  throw error
}

const problemOf = (json: unknown) => ({
  status: Reflect.get(Object(json), 'status'),
  code: Reflect.get(Object(json), 'code'),
})
const sizeOf = (json: unknown): unknown => Reflect.get(Object(json), '_size')
