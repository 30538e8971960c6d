import { beforeAll, describe, expect, it } from '@jest/globals'
import { newEtag } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { documentAppStore } from '../src/adapters/document-app-store.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const db = 'sluice'
const items = { db, collection: 'items', sort: { _id: 1 } }
const schema = `
  interface Item { _id: Int }
  union Found = Book | Disc
  type Book implements Item { _id: Int pages: Int }
  type Disc implements Item { _id: Int length: Int }
  type Map implements Item { _id: Int }
  type Query { items: [Item] all: [Book] }
`
const mappings = {
  Query: { items, all: { db, collection: 'items', stages: [] } },
  Item: { $typeResolver: { Book: 'field-exists(pages)' } },
  Found: { $typeResolver: { Disc: 'field-exists(length)' } },
}
const shop = (changes: Document = {}) => ({
  _id: 'shop',
  descriptor: { name: 'Shop', uri: 'shop', enabled: true },
  schema,
  mappings,
  ...changes,
})
const whole = {
  Query: { items, all: { db, collection: 'items', stages: [{ $match: { pages: { $exists: true } } }] } },
  Item: {
    $typeResolver: { Book: 'field-exists(pages)', Disc: 'field-exists(length)', Map: 'field-exists(scale)' },
  },
  Found: { $typeResolver: { Book: 'field-exists(pages)', Disc: 'field-exists(length)' } },
}
const faults = [
  { path: 'mappings.Query.all.stages', message: expect.stringMatching(/^is empty/) },
  { path: 'mappings.Item.$typeResolver', message: expect.stringMatching(/no predicate for Disc, Map\. Item/) },
  { path: 'mappings.Found.$typeResolver', message: expect.stringMatching(/no predicate for Book\. Found/) },
]

describeServiceOnEachStore('an app with a pipeline without stages, and types that nothing tells', {}, apps => {
  const request = (method: string, target: string, body: unknown) => apps().request(method, target, { body })

  beforeAll(async () => {
    const { store, changes } = apps().platform
    await store.collection({ db, collection: 'items' }).insertMany([
      { _id: 1, pages: 5 },
      { _id: 2, length: 7 },
    ])
    // As a version stored it that did not look for this yet.
    await documentAppStore({ store, changes, db }).insert({ ...shop(), _etag: newEtag() }, null)
  })

  describe('400', () => {
    it('is refused at save with every fault at its place', async () => {
      const answer = await request('POST', '/gql-apps', shop({ _id: 'new', descriptor: { name: 'New', uri: 'new' } }))
      expect(answer).toMatchObject({ status: 400, json: { errors: faults } })
      expect(await request('POST', '/gql-apps/validate', shop())).toMatchObject({
        json: { valid: false, errors: faults },
      })
    })

    it('is refused at a change that leaves it as it is', async () => {
      const answer = await request('PATCH', '/gql-apps/shop', { descriptor: { name: 'Other' } })
      expect(answer).toMatchObject({ status: 400, json: { errors: faults } })
    })
  })

  describe('200', () => {
    it('stays on line where it is stored already: that field answers nothing, and the others what they did', async () => {
      const { json } = await apps().ask('{ all { _id } items { _id } }')
      expect(json).toMatchObject({
        data: { all: [], items: [{ _id: 1 }, null] },
        errors: [{ path: ['items', 1], extensions: { code: 'STORED_VALUE_MISFIT' } }],
      })
    })

    it('is mended by one change', async () => {
      expect(await request('PATCH', '/gql-apps/shop', { mappings: whole })).toMatchObject({ status: 200 })
      expect((await apps().ask('{ all { _id } items { _id } }')).json).toEqual({
        data: { all: [{ _id: 1 }], items: [{ _id: 1 }, { _id: 2 }] },
      })
    })
  })
})
