import { beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { hashDocument } from '../src/domain/plan/trusted-documents.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const eve = { id: 'eve', roles: ['eve'] }
const QUERY = '{ orders { _id } }'
const team = (name: string) => ({ 'descriptor.description': `team-${name}` })
const red = { readFilter: team('red'), writeFilter: team('red') }

const appOf = (_id: string, description: string, changes: Document = {}) => ({
  _id,
  descriptor: { name: _id, description },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders' } } },
  ...changes,
})

describeServiceOnEachStore('the rules of a permission for apps', {}, apps => {
  const owner = (method: string, target: string, body?: unknown) => apps().request(method, target, { body })
  const asEve = (rules: object, asked: string, body?: unknown) => {
    const [method = '', target = ''] = asked.split(' ')
    return apps().request(method, target, { body, user: eve, permission: { id: 'of-eve', rules } })
  }
  const idsOf = (json: unknown) => (json as { _id: string }[]).map(({ _id }) => _id)

  // Whoever saves an app has to be allowed to do himself what it does.
  beforeAll(async () => {
    const permission = { _id: 'eve-reads', roles: ['eve'], predicate: "path-prefix('/orders')" }
    await apps().platform.changes.record('acl', permission._id, async transaction => {
      await transaction.collection({ db: 'sluice', collection: 'acl' }).insertOne(permission)
    })
  })

  beforeEach(async () => {
    for (const id of ['red', 'blue', 'new']) await owner('DELETE', `/gql-apps/${id}`)
    await owner('POST', '/gql-apps', appOf('red', 'team-red'))
    await owner('POST', '/gql-apps', appOf('blue', 'team-blue'))
  })

  it('leave apps that the readFilter leaves out of lists, counts and searches, and out of every path below them', async () => {
    const list = await asEve(red, 'GET /gql-apps?q=team')
    expect([idsOf(list.json), list.headers['x-total-count']]).toEqual([['red'], '1'])
    expect((await asEve(red, 'GET /gql-apps/_size')).json).toEqual({ _size: 1 })
    for (const path of ['', '/versions', '/versions/1', '/schema', '/documents']) {
      expect([path, (await asEve(red, `GET /gql-apps/red${path}`)).status]).toEqual([path, 200])
      expect([path, (await asEve(red, `GET /gql-apps/blue${path}`)).status]).toEqual([path, 404])
    }
    const explain = { query: QUERY }
    expect((await asEve(red, 'POST /gql-apps/red/explain', explain)).status).toBe(200)
    expect((await asEve(red, 'POST /gql-apps/blue/explain', explain)).status).toBe(404)
    expect((await asEve(red, 'POST /gql-apps/red/explain', { ...explain, execute: true })).status).toBe(403)
  })

  it('let nobody change, restore or delete an app that the writeFilter leaves out, nor its trusted documents', async () => {
    const rules = { writeFilter: team('red') }
    const change = { descriptor: { name: 'pwned' } }
    const documents = { [hashDocument(QUERY)]: QUERY }
    const attempts = [
      await asEve(rules, 'PATCH /gql-apps/blue', change),
      await asEve(rules, 'DELETE /gql-apps/blue'),
      await asEve(rules, 'POST /gql-apps/blue/versions/1/restore'),
      await asEve(rules, 'PUT /gql-apps/blue/documents', documents),
    ]
    for (const attempt of attempts) expect(attempt).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect((await owner('GET', '/gql-apps/blue')).json).toMatchObject({ descriptor: { name: 'blue' } })
    expect((await owner('GET', '/gql-apps/blue/versions')).json).toHaveLength(1)
    expect((await asEve(rules, 'PATCH /gql-apps/red', change)).status).toBe(200)
    expect((await asEve(rules, 'PUT /gql-apps/red/documents', documents)).status).toBe(200)
    expect((await asEve(rules, 'DELETE /gql-apps/red')).status).toBe(204)
  })

  it('judge old versions as well: none is shown or restored that was not the caller’s', async () => {
    await owner('PATCH', '/gql-apps/blue', { descriptor: { description: 'team-red', name: 'given away' } })
    const versions = (await asEve(red, 'GET /gql-apps/blue/versions')).json as { version: number }[]
    expect(versions.map(({ version }) => version)).toEqual([2])
    expect((await asEve(red, 'GET /gql-apps/blue/versions/1')).status).toBe(404)
    expect((await asEve(red, 'POST /gql-apps/blue/versions/1/restore')).status).toBe(404)
    expect((await asEve(red, 'GET /gql-apps/blue/versions/2')).status).toBe(200)
    await owner('PATCH', '/gql-apps/blue', { descriptor: { description: 'team-blue' } })
    expect((await asEve(red, 'GET /gql-apps/blue/versions/2')).status).toBe(404)
    expect((await asEve({ readFilter: team('blue') }, 'GET /gql-apps/blue/versions/1')).status).toBe(200)
  })

  it('write what the mergeRequest says into every app, whatever is sent, before it is checked', async () => {
    const rules = { mergeRequest: team('red') }
    const made = await asEve(rules, 'POST /gql-apps', appOf('new', 'team-blue'))
    expect(made).toMatchObject({ status: 201, json: { descriptor: { name: 'new', description: 'team-red' } } })
    for (const change of [team('blue'), { descriptor: { description: null } }, { descriptor: team('x') }]) {
      const { status } = await asEve(rules, 'PATCH /gql-apps/new', change)
      expect([200, 400]).toContain(status)
      expect((await owner('GET', '/gql-apps/new')).json).toMatchObject({ descriptor: { description: 'team-red' } })
    }
    await owner('PATCH', '/gql-apps/new', team('blue'))
    expect(await asEve(rules, 'POST /gql-apps/new/versions/2/restore')).toMatchObject({
      json: { descriptor: { description: 'team-red' } },
    })
    const faulty = { mergeRequest: { 'descriptor.limits.maxDepth': 0 } }
    expect((await asEve(faulty, 'POST /gql-apps', appOf('faulty', 'x'))).status).toBe(400)
    expect((await asEve(faulty, 'POST /gql-apps/validate', appOf('faulty', 'x'))).json).toMatchObject({
      valid: false,
      errors: [{ path: 'descriptor.limits.maxDepth' }],
    })
    const documents = await asEve(rules, 'PUT /gql-apps/new/documents', {})
    expect(documents).toMatchObject({ status: 403, json: { detail: expect.stringContaining('mongo.mergeRequest') } })
  })

  it('change no other app than the one whose _id the mergeRequest sets', async () => {
    const rules = { mergeRequest: { _id: 'red' } }
    const change = { descriptor: { name: 'changed' } }
    expect((await asEve(rules, 'PATCH /gql-apps/blue', change)).status).toBe(403)
    expect((await asEve(rules, 'POST /gql-apps/blue/versions/1/restore')).status).toBe(403)
    expect((await asEve(rules, 'PATCH /gql-apps/red', change)).status).toBe(200)
    expect((await owner('GET', '/gql-apps/blue')).json).toMatchObject({ descriptor: { name: 'blue' } })
  })

  it('hide fields in every answer, and from filters, sorts, projections and searches', async () => {
    const rules = { projectResponse: { mappings: 0, 'descriptor.description': 0 } }
    const answers = [
      await asEve(rules, 'GET /gql-apps/red'),
      await asEve(rules, 'GET /gql-apps'),
      await asEve(rules, 'GET /gql-apps/red/versions/1'),
      await asEve(rules, 'PATCH /gql-apps/red', { descriptor: { name: 'still red' } }),
      await asEve(rules, 'POST /gql-apps', appOf('new', 'team-red')),
    ]
    for (const { text, status } of answers) {
      expect([200, 201]).toContain(status)
      expect(text).toContain('schema')
      expect(text).not.toMatch(/mappings|team-/)
    }
    const hidden = [
      'filter={"descriptor.description":"team-red"}',
      'filter={"descriptor":{"$gt":{}}}',
      'sort=descriptor.description',
      'keys={"mappings":1}',
    ]
    for (const query of hidden) {
      const answer = await asEve(rules, `GET /gql-apps?${encodeURI(query)}`)
      expect([query, answer.status, answer.json]).toMatchObject([query, 403, { code: 'FIELD_HIDDEN' }])
    }
    expect((await asEve(rules, 'GET /gql-apps?q=team-red')).json).toEqual([])
    const explain = await asEve(rules, 'POST /gql-apps/red/explain', { query: QUERY })
    expect(explain).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
  })

  it('hide what is made of a hidden field: the SDL, trusted documents, faults of a change', async () => {
    const rules = { projectResponse: { schema: 0 } }
    for (const path of ['/schema', '/documents']) {
      const answer = await asEve(rules, `GET /gql-apps/red${path}`)
      expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
    }
    expect((await asEve(rules, 'PUT /gql-apps/red/documents', {})).status).toBe(403)
    const mappings = { Query: { salaries: { db: 'sluice', collection: 'orders' } } }
    const faulty = await asEve(rules, 'PATCH /gql-apps/red', { mappings })
    expect(faulty.status).toBe(400)
    expect(faulty.text).not.toContain('salaries')
    expect(faulty.text).toContain('hidden from you')
  })

  it('answer a written app that may not be read with its id alone, and make another variant of the ETag', async () => {
    const made = await asEve({ readFilter: team('blue') }, 'POST /gql-apps', appOf('new', 'team-red'))
    expect([made.status, Object.keys(made.json as object)]).toEqual([201, ['_id', '_etag']])
    const whole = await owner('GET', '/gql-apps/red')
    const part = await asEve({ projectResponse: { mappings: 0 } }, 'GET /gql-apps/red')
    expect(part.headers.etag).not.toBe(whole.headers.etag)
    const headers = { 'if-none-match': whole.headers.etag ?? '' }
    const again = { headers, user: eve, permission: { rules: { projectResponse: { mappings: 0 } } } }
    expect((await apps().request('GET', '/gql-apps/red', again)).status).toBe(200)
    const change = { headers: { 'if-match': part.headers.etag ?? '' }, body: { descriptor: { name: 'by variant' } } }
    expect((await apps().request('PATCH', '/gql-apps/red', change)).status).toBe(200)
  })

  it.each<[Record<string, 0 | 1>, string[]]>([
    [{ _etag: 0 }, ['at', 'by', 'version']],
    [{ by: 0 }, ['at', 'etag', 'version']],
    [{ descriptor: 1 }, []],
  ])(
    'leave out of the list of versions what a projectResponse of %j does not show',
    async (projectResponse, fields) => {
      const { json } = await asEve({ projectResponse }, 'GET /gql-apps/red/versions')
      expect((json as object[]).map(row => Object.keys(row).sort())).toEqual([fields])
    },
  )

  it('show of a dry run what they would show of the write, by what the app would be', async () => {
    const rules = { readFilter: team('blue') }
    const fieldsOf = ({ json }: { json: unknown }) => Object.keys(json as object).filter(name => name !== '_etag')
    for (const [description, isShown] of [
      ['team-blue', true],
      ['team-red', false],
    ] as const) {
      const tried = await asEve(rules, 'POST /gql-apps?dryRun=true', appOf('new', description))
      const made = await asEve(rules, 'POST /gql-apps', appOf('new', description))
      expect([tried.status, made.status]).toEqual([201, 201])
      expect(fieldsOf(tried)).toEqual(fieldsOf(made))
      expect(fieldsOf(tried).length > 1).toBe(isShown)
      await owner('DELETE', '/gql-apps/new')
      const change = { descriptor: { description } }
      const triedChange = await asEve(rules, 'PATCH /gql-apps/blue?dryRun=true', change)
      expect(fieldsOf(triedChange)).toEqual(fieldsOf(await asEve(rules, 'PATCH /gql-apps/blue', change)))
    }
  })

  it('refuse what they can not be applied to: drafts of other collections, and every endpoint', async () => {
    const draft = await asEve(red, 'POST /gql-apps/draft', { db: 'sluice', collection: 'orders' })
    expect(draft).toMatchObject({ status: 403, json: { detail: expect.stringContaining('mongo.readFilter') } })
    for (const access of ['endpoint', 'collections']) {
      await owner('PATCH', '/gql-apps/red', { descriptor: { access } })
      for (const rules of [red, { projectResponse: { _id: 0 } }, { mergeRequest: { a: 1 } }]) {
        const answer = await asEve(rules, 'POST /graphql/red', { query: QUERY })
        expect(answer).toMatchObject({
          status: 403,
          json: { code: 'FORBIDDEN', errors: [{ path: expect.stringMatching(/^mongo[.]/) }] },
        })
      }
      expect((await asEve({}, 'POST /graphql/red', { query: QUERY })).status).toBe(200)
    }
  })
})

describeServiceOnEachStore('the list of apps', { tier: 'dedicated' }, apps => {
  const list = (query = '') => apps().request('GET', `/sluice/gql-apps${query}`)
  const ids = async (query: string) => ((await list(query)).json as { _id: string }[]).map(({ _id }) => _id)

  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) {
      await apps().request('DELETE', `/sluice/gql-apps/${id}`)
      await apps().request('POST', '/sluice/gql-apps', { body: appOf(id, id === 'c' ? 'other' : 'same') })
    }
  })

  it('takes filter, sort, keys, page, pagesize and q as a collection does, and counts what the filter names', async () => {
    expect(await ids('')).toEqual(['c', 'b', 'a'])
    expect(await ids('?filter={"descriptor.description":"same"}&filter={"_id":{"$ne":"a"}}')).toEqual(['b'])
    expect(await ids('?sort=descriptor.description&sort=-_id')).toEqual(['c', 'b', 'a'])
    expect(await ids('?sort={"_id":1}&pagesize=2&page=2')).toEqual(['c'])
    expect(await ids('?q=OTHER&filter={"_id":"a"}')).toEqual([])
    expect((await list('?keys={"descriptor.name":1}&filter={"_id":"a"}')).json).toEqual([
      { _id: 'a', descriptor: { name: 'a' } },
    ])
    const same = await list('?filter={"descriptor.description":"same"}&pagesize=1')
    expect(same.headers['x-total-count']).toBe('2')
    const size = await apps().request('GET', '/sluice/gql-apps/_size?filter={"descriptor.description":"same"}')
    expect(size.json).toEqual({ _size: 2 })
  })

  it.each([
    ['?filter={"a":', 'BAD_FILTER'],
    ['?filter=', 'BAD_FILTER'],
    ['?filter={"$where":"1"}', 'BAD_FILTER'],
    ['?sort=', 'BAD_FILTER'],
    ['?keys={"a":2}', 'BAD_FILTER'],
    ['?page=0', 'BAD_QUERY'],
    ['?pagesize=1001', 'BAD_QUERY'],
    ['?q=a&q=b', 'BAD_QUERY'],
  ])('400 %s: %s', async (query, code) => {
    expect(await list(query)).toMatchObject({ status: 400, json: { code } })
  })

  it('has no app whose name stands for something else', async () => {
    const answer = await apps().request('POST', '/sluice/gql-apps', { body: appOf('_size', 'x') })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: '_id' }] } })
  })
})
