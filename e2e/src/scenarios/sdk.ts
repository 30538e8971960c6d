import { beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice, isSluiceError, type SluiceClient, type WireId } from '@sluice/sdk'
import { checkedFetch } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { describeSdkAccess, describeSdkPeople } from './sdk-access.ts'
import { describeSdkWebhooks } from './sdk-webhooks.ts'

type Flight = { number: string; seats: number; gate?: string; left?: Date }

const COLLECTION = 'sdk-flights'

/** Each call of the SDK once, against what it is for. */
export function describeSdk(target: () => SluiceTarget): void {
  describe('by the SDK', () => {
    const owner = (options = {}) => ownerOf(target(), options)
    describeDocuments(owner)
    describeApps(owner)
    describeSdkAccess(owner)
    describeSdkWebhooks(owner)
  })
}

/** The calls of the SDK whose paths begin with a database in the dedicated tier. */
export const describeSdkInDatabase = (target: () => SluiceTarget): void =>
  describe('by the SDK', () => {
    const owner = (options = {}) => ownerOf(target(), options)
    describeDocuments(owner)
    describeSdkPeople(owner)
  })

const ownerOf = ({ urls, ownerPassword, base }: SluiceTarget, options: { dates?: 'Date' } = {}): SluiceClient =>
  createSluice({
    ...options,
    url: urls[0],
    fetch: checkedFetch(urls[0]),
    user: 'admin',
    password: ownerPassword,
    ...(base !== '' && { database: base.slice(1) }),
  })

function describeDocuments(owner: (options?: { dates: 'Date' }) => SluiceClient): void {
  describe('documents', () => {
    const flights = () => owner().collection<Flight>(COLLECTION)
    beforeAll(() => flights().create())

    it('are made, read, changed, replaced and deleted, each by its version', async () => {
      const made = await flights().insert({ number: 'SL1', seats: 5 })
      const { _id } = made.document
      expect(await flights().get(_id)).toEqual(made)
      const patched = await flights().patch(_id, { seats: 6 }, { ifMatch: made.etag })
      expect(patched.document).toMatchObject({ number: 'SL1', seats: 6 })
      await expect(flights().patch(_id, { seats: 7 }, { ifMatch: made.etag })).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
        operation: 'PATCH /{collection}/{id}',
        outcome: 'refused',
      })
      const replaced = await flights().replace(_id, { number: 'SL2', seats: 1 }, { ifMatch: patched.etag })
      expect(replaced.document).toMatchObject({ number: 'SL2', seats: 1 })
      await flights().delete(_id, { ifMatch: replaced.etag })
      const error: unknown = await flights()
        .get(_id)
        .catch((thrown: unknown) => thrown)
      expect(isSluiceError(error, 'NOT_FOUND') && error.requestId).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('are updated by their readers, whoever is faster', async () => {
      const { document } = await flights().insert({ number: 'SL3', seats: 0 })
      const raise = () => flights().update(document._id, ({ seats }) => ({ seats: seats + 1 }))
      await Promise.all([raise(), raise(), raise()])
      expect((await flights().get(document._id)).document.seats).toBe(3)
      await flights().delete(document._id)
    })

    it('are written and found in lists, page by page, and stably', async () => {
      const many = Array.from({ length: 101 }, (_, seats) => ({ number: `M${seats}`, seats }))
      expect(await flights().insertMany(many)).toMatchObject({ inserted: 101 })
      expect(await flights().count({ seats: { $gte: 1 } })).toBe(100)
      const sorted = await Array.fromAsync(flights().find({ sort: 'seats', pagesize: 50 }))
      expect(sorted.map(({ seats }) => seats)).toEqual(many.map(({ seats }) => seats))
      expect(await Array.fromAsync(flights().find({ stable: true, pagesize: 10 }))).toHaveLength(101)
      const page = await flights()
        .find({ sort: '-seats', pagesize: 2, count: true, keys: { seats: 1 } })
        .page()
      expect(page).toMatchObject({ total: 101, next: 2, items: [{ seats: 100 }, { seats: 99 }] })
      const stable = flights().find({ stable: true, pagesize: 60, count: true })
      const { total, next } = await stable.page()
      expect([total, (await stable.page({ at: next })).total]).toEqual([101, undefined])
      expect(await flights().first({ filter: { number: 'M7' } })).toMatchObject({ seats: 7 })
      expect(await flights().first({ filter: { number: 'none' } })).toBeUndefined()
      expect(await flights().patchMany({ seats: { $lt: 10 } }, { gate: 'B' })).toMatchObject({ modified: 10 })
      expect(await flights().deleteMany({ gate: 'B' })).toMatchObject({ deleted: 10 })
    })

    it('are read and deleted by the _id that lists give, whatever type it has', async () => {
      const owned = (dates?: { dates: 'Date' }) => owner(dates).collection<{ _id: WireId; seats: number }>(COLLECTION)
      const ids: WireId[] = [7, 9_007_199_254_740_993n, new Date(5), { region: 'eu', n: 1, since: new Date(6) }, 'a/b']
      await owned().insertMany(ids.map(_id => ({ _id, seats: -1 })))
      for (const client of [owned(), owned({ dates: 'Date' })]) {
        const listed = await Array.fromAsync(client.find({ filter: { seats: -1 } }))
        expect(listed).toHaveLength(ids.length)
        for (const { _id } of listed) expect((await client.get(_id)).document._id).toEqual(_id)
      }
      for (const id of ids) await owned().delete(id)
      expect(await owned().count({ seats: -1 })).toBe(0)
    })

    it('have dates of JavaScript for a client that wants them', async () => {
      const reading = owner({ dates: 'Date' }).collection<Flight>(COLLECTION)
      const { document } = await reading.insert({ number: 'SL4', seats: 1, left: new Date(5) })
      expect((await reading.get(document._id)).document.left).toEqual(new Date(5))
      expect((await flights().get(document._id)).document.left).toEqual({ $date: 5 })
      await flights().delete(document._id)
    })

    it('have indexes, properties and stored aggregations, and go with their collection', async () => {
      await flights().indexes.create('by-number', { keys: { number: 1 }, ops: {} })
      expect((await flights().indexes.list()).map(({ _id }) => _id)).toContain('by-number')
      await flights().indexes.delete('by-number')
      const inOrder = [{ $sort: { _id: 1 } }]
      const stages = [{ $match: { seats: { $gte: { $var: 'from' } } } }, { $count: 'flights' }]
      await flights().meta.patch({
        aggrs: [
          { uri: 'full', type: 'pipeline', stages },
          { uri: 'whole', type: 'pipeline', stages: inOrder },
          {
            uri: 'paged',
            type: 'pipeline',
            stages: [...inOrder, { $skip: { $var: '@skip' } }, { $limit: { $var: '@limit' } }],
          },
        ],
      })
      expect(await Array.fromAsync(flights().aggregate('full', { from: 100 }))).toEqual([{ flights: 1 }])
      const count = await flights().count()
      for (const pagesize of [undefined, 1, count, 1_000]) {
        expect(await Array.fromAsync(flights().aggregate('whole', {}, { pagesize }))).toHaveLength(count)
      }
      for (const pagesize of [10, count]) {
        const paged = await Array.fromAsync(flights().aggregate('paged', {}, { pagesize }))
        expect(new Set(paged.map(flight => JSON.stringify(flight))).size).toBe(count)
      }
      const { etag = '' } = await flights().meta.get()
      await flights().drop({ ifMatch: etag })
      await expect(flights().count()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}

function describeApps(owner: () => SluiceClient): void {
  describe('GraphQL apps', () => {
    const app = {
      _id: 'sdk-app',
      descriptor: { name: 'SDK', enabled: true, uri: 'sdk/app' },
      schema: 'type Airport { iata: ID! name: String } type Query { airports(state: String!): [Airport!]! }',
      mappings: {
        Query: { airports: { db: 'sluice', collection: 'airports', find: { state: { $arg: 'state' } } } },
        Airport: { iata: '_id' },
      },
    }
    const QUERY = 'query Find($state: String!) { airports(state: $state) { iata } }'

    it('are judged, saved, changed, asked and deleted', async () => {
      const { apps } = owner()
      expect(await apps.validate(app)).toMatchObject({ valid: true })
      await apps.create(app)
      expect(await apps.count({ filter: ['{"_id":"sdk-app"}'] })).toBe(1)
      expect((await Array.fromAsync(apps.list())).map(({ _id }) => _id)).toContain('sdk-app')
      const { etag = '' } = await apps.get('sdk-app')
      await apps.patch('sdk-app', { descriptor: { description: 'changed' } }, { ifMatch: etag })
      expect(await apps.put('sdk-app', app, { dryRun: true })).toMatchObject({ _id: 'sdk-app' })
      await expect(apps.put('sdk-app', app, { isNew: true })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
      expect(await apps.schema('sdk-app')).toContain('type Airport')
      expect((await apps.versions.list('sdk-app')).length).toBeGreaterThan(0)
      expect(await apps.versions.get('sdk-app', 1)).toBeDefined()
      expect(await apps.explain('sdk-app', { query: QUERY, variables: { state: 'CA' } })).toMatchObject({
        plan: { kind: expect.stringMatching(/^(general|flat)$/), bounds: { documents: 10_000, commandsAtOnce: 8 } },
        fields: [{ path: 'airports', how: 'find', sharing: { kind: 'once' } }],
      })

      const served = owner().graphql('sdk/app')
      expect(await served.query<{ airports: unknown[] }>(QUERY, { state: 'none' })).toEqual({ airports: [] })
      await expect(served.query('{ nothing }')).rejects.toMatchObject({ name: 'GraphqlError' })
      expect((await served.rawRequest('{ nothing }')).errors).toHaveLength(1)

      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(QUERY))).toString('hex')
      await apps.documents.put('sdk-app', { [hash]: QUERY }, { dryRun: true })
      await apps.documents.put('sdk-app', { [hash]: QUERY }, { isNew: true })
      const registered = await apps.documents.get('sdk-app')
      expect(registered.documents).toEqual({ [hash]: QUERY })
      await apps.documents.put('sdk-app', { [hash]: QUERY }, { ifMatch: registered.etag })
      const trusted = owner().graphql('sdk/app', { trusted: true })
      expect(await trusted.query(QUERY, { state: 'none' })).toEqual({ airports: [] })
      expect(await served.query({ documentId: hash }, { state: 'none' })).toEqual({ airports: [] })

      await apps.versions.restore('sdk-app', 1)
      await apps.delete('sdk-app')
      await expect(apps.get('sdk-app')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('are drafted from what a collection holds', async () => {
      expect(await owner().apps.draft({ db: 'sluice', collection: 'airports' })).toBeDefined()
    })
  })
}
