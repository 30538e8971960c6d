import { createHash } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const eve = { id: 'eve', roles: ['builder'] }
const ROWS = { db: 'sluice', collection: 'salaries' }
const QUERY = 'type Query { rows: [Row] } type Row { _id: ID pay: Int }'
const MUTATION = `${QUERY} type Mutation { write: Int }`

const appOf = (mappings: Document, changes: Document = {}) => ({
  _id: 'app',
  descriptor: { name: 'app', enabled: true, uri: 'app', ...changes },
  schema: mappings.Mutation ? MUTATION : QUERY,
  mappings,
})
const reading = (mapping: Document = ROWS, changes?: Document) => appOf({ Query: { rows: mapping } }, changes)
const notes = { db: 'sluice', collection: 'notes' }
const byJoin = {
  ...notes,
  stages: [{ $facet: { a: [{ $lookup: { from: 'salaries', pipeline: [], as: 's' } }] } }],
}

describe.each(['shared', 'dedicated'] as const)('in the %s tier', tier => {
  const root = tier === 'dedicated' ? '/sluice' : ''
  describeServiceOnEachStore('the author of an app that shows the same to everybody', { tier }, apps => {
    const permissions = () => apps().platform.store.collection({ db: 'sluice', collection: 'acl' })
    const allow = async (path: string, mongo: Document = {}, method = 'GET') => {
      const predicate = `path('${root}${path}') and method('${method}')`
      await permit({ _id: `${method} ${path}`.replaceAll('/', ':'), predicate, mongo, priority: 1 })
    }
    const permit = async (given: { _id: string; predicate: string; mongo?: Document; priority?: number }) => {
      const permission = { roles: eve.roles, priority: 2, mongo: {}, ...given }
      const { changes } = apps().platform
      await changes.record('acl', permission._id, async transaction => {
        await transaction.collection({ db: 'sluice', collection: 'acl' }).insertOne(permission)
      })
    }
    const asEve = (method: string, path: string, body?: unknown) => requestAsEve(method, path, { body })
    const requestAsEve = (method: string, path: string, { body, grant: more }: SignedRequest) => {
      const grant = { positions: apps().platform.changes.positions(), ...more }
      return apps().request(method, `${root}/gql-apps${path}`, { user: eve, permission: {}, grant, body })
    }
    const asOwner = (method: string, path: string, body?: unknown) =>
      apps().request(method, `${root}/gql-apps${path}`, { body })

    beforeAll(async () => {
      const { store } = apps().platform
      await store.collection(ROWS).insertMany([{ _id: 'ann', pay: 10 }])
      await store.collection(notes).insertMany([{ _id: 'n', salaryId: 'ann' }])
    })
    afterEach(async () => {
      await asOwner('DELETE', '/app')
      for (const { _id } of await permissions().find({})) {
        await apps().platform.changes.record('acl', String(_id), async transaction => {
          await transaction.collection({ db: 'sluice', collection: 'acl' }).deleteOne({ _id })
        })
      }
    })

    it.each([
      ['reads it', reading(), 'mappings.Query.rows.collection'],
      ['joins it', reading(byJoin), 'mappings.Query.rows.stages'],
    ])('403 for one that may not GET a collection, where the app %s, naming the place', async (_what, app, path) => {
      await allow('/notes')
      const refused = await asEve('POST', '', app)
      expect(refused).toMatchObject({ status: 403, json: { code: 'FORBIDDEN', errors: [{ path }] } })
      expect(refused.json).toMatchObject({ detail: expect.stringContaining('"salaries"') })
      await allow('/salaries')
      expect((await asEve('POST', '', app)).status).toBe(201)
    })

    it.each([{ readFilter: { _id: 'ann' } }, { projectResponse: { pay: 0 } }])(
      '403 for one whose own GET is narrowed: %j',
      async mongo => {
        await allow('/salaries', mongo)
        expect((await asEve('POST', '', reading())).status).toBe(403)
        expect((await asEve('POST', '', reading(ROWS, { access: 'collections' }))).status).toBe(201)
      },
    )

    it.each<[string, Document, { asked: string; below: string; flags: Document }]>([
      ['insertOne', { document: { pay: 1 } }, { asked: 'POST', below: '', flags: {} }],
      [
        'updateOne',
        { filter: { _id: 'ann' }, update: { $set: { pay: 1 } } },
        { asked: 'PATCH', below: '/*', flags: { allowBulkPatch: true } },
      ],
      ['deleteOne', { filter: { _id: 'ann' } }, { asked: 'DELETE', below: '/*', flags: { allowBulkDelete: true } }],
    ])('403 for one that may not write all of it himself: %s', async (method, write, { asked, below, flags }) => {
      const app = appOf({ Query: { rows: ROWS }, Mutation: { write: { ...ROWS, [method]: write } } })
      await allow('/salaries')
      expect(await asEve('POST', '', app)).toMatchObject({
        status: 403,
        json: { errors: [{ path: `mappings.Mutation.write.${method}` }] },
      })
      await allow(`/salaries${below}`, flags, asked)
      expect((await asEve('POST', '', app)).status).toBe(201)
    })

    it('403 for one whose permission depends on a body that the app will write: it is not gone past', async () => {
      const app = appOf({
        Query: { rows: ROWS },
        Mutation: { write: { ...ROWS, insertOne: { document: { pay: 1 } } } },
      })
      await allow('/salaries')
      await allow('/salaries', {}, 'POST')
      await permit({
        _id: 'pays',
        predicate: `path('${root}/salaries') and method('POST') and bson-request-contains(pay)`,
      })
      expect(await asEve('POST', '', app)).toMatchObject({
        status: 403,
        json: { errors: [{ path: 'mappings.Mutation.write.insertOne' }] },
      })
      expect((await asEve('POST', '', reading())).status).toBe(201)
    })

    it.each(tier === 'dedicated' ? ['salaries/2025', '..'] : ['salaries/2025', '..', 'keys', 'docs'])(
      'reaches no collection whose path is that of something else, by whatever permission: %s',
      async collection => {
        await permit({ _id: 'all', predicate: `path-prefix('${root}/')` })
        const app = reading({ ...ROWS, collection })
        expect(await asEve('POST', '', app)).toMatchObject({
          status: 403,
          json: { detail: expect.stringContaining('no path of the service leads to it') },
        })
        expect((await asOwner('POST', '', app)).status).toBe(201)
        await asOwner('PATCH', '/app', { descriptor: { access: 'collections' } })
        const ask = (who: SignedRequest) => {
          const grant = { positions: apps().platform.changes.positions() }
          return apps().request('POST', '/graphql/app', { grant, body: { query: '{ rows { _id } }' }, ...who })
        }
        expect((await ask({ user: eve })).json).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
        expect((await ask({})).json).toMatchObject({ data: { rows: [] } })
      },
    )

    it('is judged from the address where he is', async () => {
      await allow('/salaries')
      const predicate = `path('${root}/salaries') and ip-match('192.0.2.0/24')`
      await permit({ _id: 'outside', predicate, mongo: { projectResponse: { pay: 0 } } })
      const from = (clientAddress: string) => requestAsEve('POST', '', { body: reading(), grant: { clientAddress } })
      expect([(await from('192.0.2.7')).status, (await from('198.51.100.7')).status]).toEqual([403, 201])
      await asOwner('PATCH', '/app', { descriptor: { access: 'collections' } })
      const ask = (clientAddress: string) => {
        const grant = { clientAddress, positions: apps().platform.changes.positions() }
        return apps().request('POST', '/graphql/app', { user: eve, grant, body: { query: '{ rows { _id pay } }' } })
      }
      const seen = [(await ask('192.0.2.7')).json, (await ask('198.51.100.7')).json]
      expect(seen).toMatchObject([{ data: { rows: [{ pay: null }] } }, { data: { rows: [{ pay: 10 }] } }])
    })

    it('is judged at each change, also at one that brings an old version back; to switch it off is open', async () => {
      await asOwner('POST', '', reading(notes))
      await asOwner('PATCH', '/app', { mappings: { Query: { rows: ROWS } } })
      expect((await asEve('PATCH', '/app', { descriptor: { name: 'mine' } })).status).toBe(403)
      expect((await asEve('PATCH', '/app', { descriptor: { enabled: false, name: 'mine' } })).status).toBe(403)
      expect((await asEve('PATCH', '/app', { descriptor: { enabled: false } })).status).toBe(200)
      expect((await asEve('PATCH', '/app', { descriptor: { enabled: true } })).status).toBe(403)
      expect((await asEve('POST', '/app/versions/1/restore')).status).toBe(403)
      await allow('/notes')
      expect((await asEve('POST', '/app/versions/2/restore')).status).toBe(403)
      expect((await asEve('POST', '/app/versions/1/restore')).status).toBe(200)
    })

    it('drafts from collections that he may read whole, and from no other', async () => {
      const draft = (collection: string) => asEve('POST', '/draft', { db: 'sluice', collection })
      expect((await draft('salaries')).status).toBe(403)
      await allow('/salaries', { readFilter: { _id: 'ann' } })
      expect((await draft('salaries')).status).toBe(403)
      await allow('/notes')
      const drafted = await draft('notes')
      expect([drafted.status, drafted.text.includes('salaries"')]).toEqual([200, false])
      expect((await asOwner('POST', '/draft', { db: 'sluice', collection: 'notes' })).text).toContain('salaries"')
    })

    it('has a query carried out in an explanation, and registers documents, only where he may read it all', async () => {
      await asOwner('POST', '', reading())
      const query = '{ rows { pay } }'
      const explain = (execute: boolean) => asEve('POST', '/app/explain', { query, execute })
      const hash = createHash('sha256').update(query).digest('hex')
      const register = () => asEve('PUT', '/app/documents', { [hash]: query })
      expect([(await explain(false)).status, (await explain(true)).status]).toEqual([200, 403])
      expect((await register()).status).toBe(403)
      await allow('/salaries')
      expect([(await explain(true)).status, (await register()).status]).toEqual([200, 200])
    })

    it('503 while the permissions in force are not known, but for the root role', async () => {
      await apps().platform.changes.stop()
      expect(await asEve('POST', '/draft', { db: 'sluice', collection: 'notes' })).toMatchObject({ status: 503 })
      expect((await asOwner('POST', '/draft', { db: 'sluice', collection: 'notes' })).status).toBe(200)
    })
  })
})
