import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type HttpClient, httpClient, ownerClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { describeImportCheck } from './import-check.ts'

/** Names that mean something of the service where no database stands in front of them. */
const COMMON_NAMES = ['users', 'docs', 'events', 'keys', 'admin', 'plugins', 'token', 'webhooks', 'acl', 'gql-apps']
const DB = 'harbour'
const BERTHS = `/${DB}/berths`

const SCHEMA = 'type Query { berths(sort: Int): [Berth] } type Berth { _id: ID metres: Int }'
const berthsBy = (sort: unknown) => ({
  schema: SCHEMA,
  mappings: { Query: { berths: { db: DB, collection: 'berths', find: {}, sort: { metres: sort } } } },
})
const APP = berthsBy({ $arg: 'sort' })

/** Forms in which services that were written for RESTHeart send their requests, in the dedicated tier. */
export function describeMovingIn(target: () => SluiceTarget): void {
  describe('a service that moves in', () => {
    const urls = () => target().urls
    const owner = () => ownerClient({ url: urls()[0], ownerPassword: target().ownerPassword })
    const basic = () => `Basic ${btoa(`admin:${target().ownerPassword}`)}`
    const apps = () => `${target().base}/gql-apps`

    beforeAll(async () => {
      await owner().json('PUT', `/${DB}`)
      await owner().json('PUT', BERTHS)
      await owner().json('POST', BERTHS, [
        { _id: 'north', metres: 40 },
        { _id: 'south', metres: 90 },
      ])
    }, 60_000)
    afterAll(async () => {
      const { _etag } = await owner().json<{ _etag: { $oid: string } }>('GET', `/${DB}/_meta`)
      const withEtag = httpClient(urls()[0], basic(), { 'if-match': _etag.$oid })
      await withEtag.text('DELETE', `/${DB}`)
      for (const id of ['berths', 'unnamed']) await owner().status('DELETE', `${apps()}/${id}`)
    })

    it('M0: has collections of any name in a database of its own', async () => {
      for (const name of COMMON_NAMES) {
        const path = `/${DB}/${name}`
        expect(await owner().status('PUT', path)).toBe(201)
        expect(await owner().status('POST', path, { _id: 'one', password: 'kept as it is' })).toBe(201)
        expect(await owner().json('GET', `${path}/one`)).toMatchObject({ password: 'kept as it is' })
      }
    })

    it('M0: reaches nothing of the service by such a name', async () => {
      const { base } = target()
      for (const name of ['events', 'webhooks', 'plugins', 'apiKeys', 'sessions']) {
        expect(await owner().status('PUT', `${base}/${name}`)).toBe(400)
        expect(await owner().status('GET', `${base}/${name}`)).toBe(404)
      }
      expect(await owner().json<object[]>('GET', `${base}/users`)).not.toContainEqual(
        expect.objectContaining({ password: expect.anything() }),
      )
    })

    it('M1: saves an app as often as it likes by PUT and POST with wm=upsert', async () => {
      const send = (method: string, path: string, body: object) => owner().status(method, `${apps()}${path}`, body)
      expect(await send('PUT', '/berths?wm=upsert', APP)).toBe(201)
      expect(await send('PUT', '/berths?wm=upsert', APP)).toBe(200)
      expect(await send('POST', '?wm=upsert', { _id: 'berths', ...APP })).toBe(200)
      expect(await send('PUT', '/berths?wm=insert', APP)).toBe(409)
      expect(await send('PUT', '/nowhere?wm=update', APP)).toBe(404)
      expect(await send('POST', '?wm=update', { _id: 'nowhere', ...APP })).toBe(404)
      expect(await send('PUT', '/berths?wm=nonsense', APP)).toBe(400)
    })

    it('M1: makes users, permissions and apps, which are there, as its scripts begin', async () => {
      for (const name of ['acl', 'users', 'gql-apps']) {
        expect([name, await owner().status('PUT', `${target().base}/${name}`)]).toEqual([name, 200])
      }
    })

    it('M2: names an app by its _id where it has no descriptor', async () => {
      const named = { descriptor: { name: 'unnamed', enabled: true } }
      expect(await owner().json('PUT', `${apps()}/unnamed`, APP)).toMatchObject(named)
      expect(await owner().json('PUT', `${apps()}/unnamed`, { ...APP, descriptor: {} })).toMatchObject(named)
    })

    it('M3: lets an argument say 1 or -1 of a sort, and nothing else', async () => {
      const ask = (sort: string) => owner().answer('POST', '/graphql/berths', { query: `{ berths${sort} { _id } }` })
      const ids = (...names: string[]) => ({ json: { data: { berths: names.map(_id => ({ _id })) } } })
      expect(await ask('(sort: 1)')).toMatchObject(ids('north', 'south'))
      expect(await ask('(sort: -1)')).toMatchObject(ids('south', 'north'))
      expect(await ask('(sort: 2)')).toMatchObject({ json: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } })
      expect(await owner().answer('PUT', `${apps()}/unnamed`, berthsBy({ $arg: 'order' }))).toMatchObject({
        status: 400,
        json: { errors: [{ message: expect.stringContaining('Declare it in the schema, or take this out') }] },
      })
    })

    it('M4: sends the text of a query alone', async () => {
      const send = (type: string) =>
        fetch(`${urls()[0]}/graphql/berths`, {
          method: 'POST',
          headers: { authorization: basic(), 'content-type': type },
          body: '{ berths(sort: 1) { metres } }',
        })
      const answer = await send('application/graphql')
      expect(await answer.json()).toEqual({ data: { berths: [{ metres: 40 }, { metres: 90 }] } })
      expect((await send('text/plain')).status).toBe(415)
    })

    it('M5: has nulls and fields of its own in a permission, and is told what they come to', async () => {
      const acl = `${target().base}/acl`
      const permission = {
        _id: 'harbour-reads',
        roles: ['pilot'],
        predicate: `path-prefix('${BERTHS}')`,
        mongo: { readFilter: null, writeFilter: null, projectResponse: { metres: 1, _id: 0 } },
        team: 'north side',
      }
      expect(await owner().answer('POST', acl, permission)).toMatchObject({
        status: 201,
        json: { team: 'north side', _warnings: [{ path: 'team' }] },
      })
      expect(await owner().answer('POST', acl, { ...permission, _id: 'x', readFilter: { a: 1 } })).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'readFilter', message: expect.stringContaining('mongo') }] },
      })
      await owner().text('DELETE', `${acl}/harbour-reads`)
    })

    it('M6: lists its databases and collections', async () => {
      expect(await owner().json('GET', '/')).toContainEqual(expect.objectContaining({ _id: DB }))
      expect(await owner().json('GET', `/${DB}`)).toContainEqual(expect.objectContaining({ _id: 'berths' }))
    })

    it('M7: is told whole addresses where it asks under the public one', async () => {
      const { headers } = await owner().answer('POST', BERTHS, { _id: 'west' })
      expect(headers.get('location')).toBe(`${urls()[0]}${BERTHS}/west`)
      expect(await owner().status('GET', BERTHS + (headers.get('location') ?? '').split(BERTHS)[1])).toBe(200)
    })

    it('M7: makes a document of an empty body, and empties none by it', async () => {
      expect(await owner().status('PUT', `${BERTHS}/east?wm=upsert`)).toBe(201)
      expect(await owner().status('PUT', `${BERTHS}/north?wm=upsert`)).toBe(409)
      expect(await owner().status('PUT', `${BERTHS}/north`)).toBe(400)
      expect(await owner().json('GET', `${BERTHS}/north`)).toMatchObject({ metres: 40 })
    })

    it('M8: names the modes of JSON as it is used to', async () => {
      const read = (mode: string) => owner().text('GET', `${BERTHS}/north?jsonMode=${mode}`)
      expect(await read('strict')).toBe(await read('standard'))
      expect(await read('extended')).toBe(await read('canonical'))
    })

    it('M8: says the properties of a collection by PUT and PATCH of itself', async () => {
      const ordered = { uri: 'ordered', stages: [{ $sort: { $var: 'by' } }, { $project: { _id: 1 } }] }
      const aggrs = [ordered]
      expect(await owner().answer('PUT', `/${DB}/quays`, { description: 'Quays', aggrs })).toMatchObject({
        status: 201,
      })
      expect(await owner().json('PATCH', `/${DB}/quays`, { description: 'All quays' })).toMatchObject({
        description: 'All quays',
        aggrs: [{ ...ordered, type: 'pipeline' }],
      })
      expect(await owner().status('PUT', `/${DB}/piers`, { colour: 'red' })).toBe(400)
      expect(await owner().status('GET', `/${DB}/piers`)).toBe(404)
      await owner().json('POST', `/${DB}/quays`, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 2 },
      ])
      const sorted = (by: object) =>
        owner().answer('GET', `/${DB}/quays/_aggrs/ordered?avars=${encodeURIComponent(JSON.stringify({ by }))}`)
      expect(await sorted({ n: -1 })).toMatchObject({ json: [{ _id: 'b' }, { _id: 'a' }] })
      for (const by of [{ n: 2 }, { $n: 1 }, {}]) expect(await sorted(by)).toMatchObject({ status: 400 })
    })

    it('M8: is told that a pipeline is no change, and what to send instead', async () => {
      expect(await owner().answer('PATCH', `${BERTHS}/north`, [{ $set: { metres: 1 } }])).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('$set and $inc') },
      })
    })

    it('M9: reads how a list was counted, the status of each document, and the kind of an error', async () => {
      const strategyOf = async (count: string) =>
        (await owner().answer('GET', `${BERTHS}?count=${count}`)).headers.get('x-count-strategy')
      expect([await strategyOf('true'), await strategyOf('estimated')]).toEqual(['exact', 'estimated'])
      expect(await owner().answer('POST', BERTHS, [{ _id: 'north' }])).toMatchObject({
        status: 207,
        json: { errors: [{ index: 0, httpStatus: 409 }] },
      })
      expect(await owner().answer('POST', '/graphql/berths', { query: '{ nothing }' })).toMatchObject({
        json: { errors: [{ extensions: { classification: 'ValidationError' } }] },
      })
      expect(await owner().status('GET', `${BERTHS}?rep=hal`)).toBe(400)
    })

    describeHiddenIds({ target, owner })

    it('M11: is told by name that @visible is not known, and what says the same', async () => {
      const directive = 'directive @visible(roles: [String!]) on FIELD_DEFINITION'
      const schema = `${directive} ${SCHEMA.replace('metres: Int', 'metres: Int @visible(roles: ["pilot"])')}`
      expect(await owner().answer('PUT', `${apps()}/unnamed`, { ...APP, schema })).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'schema', message: expect.stringMatching(/@visible.*projectResponse/), line: 1 }] },
      })
    })

    describeImportCheck({ target, owner })
  })
}

type OwnedTarget = { target: () => SluiceTarget; owner: () => HttpClient }

function describeHiddenIds({ target, owner }: OwnedTarget): void {
  it('M10: hides the _id where its permission says so, and is warned where it does not', async () => {
    const { base, urls } = target()
    const pilot = { name: 'harbour-pilot', password: 'round the rocks' }
    await owner().json('POST', `${base}/users`, { _id: pilot.name, password: pilot.password, roles: ['pilot'] })
    const permission = (projectResponse: object) => ({
      _id: 'harbour-pilots',
      roles: ['pilot'],
      predicate: `path('${BERTHS}')`,
      mongo: { projectResponse },
    })
    const readAs = async (projectResponse: object) => {
      await owner().json('POST', `${base}/acl?wm=upsert`, permission(projectResponse))
      return userClient(urls[0], pilot).json<object[]>('GET', BERTHS)
    }
    expect(await readAs({ metres: 1 })).toContainEqual({ _id: 'north', metres: 40 })
    expect(await readAs({ metres: 1, _id: 0 })).toContainEqual({ metres: 40 })
    const check = { acl: [permission({ metres: 1 })] }
    expect(await owner().json('POST', '/admin/check-import', check)).toMatchObject({
      documents: [{ verdict: 'warned', warnings: [{ path: 'mongo.projectResponse' }] }],
    })
    await owner().text('DELETE', `${base}/acl/harbour-pilots`)
    await owner().text('DELETE', `${base}/users/${pilot.name}`)
  })
}
