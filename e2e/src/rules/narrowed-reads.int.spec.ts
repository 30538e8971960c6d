import { beforeAll, describe, expect, it } from '@jest/globals'
import type { DocumentRules } from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { NARROWED_RESOURCES, type NarrowedResource } from './narrowed-resources.ts'
import { describeOnEachStore, type RunningServices } from './open-services.ts'
import { callers, permissionsFor, rulesFor } from './random-permission.ts'

const RUNS = 100

type ShownDocuments = { list: unknown[]; size: number | undefined; one: unknown }

/** What the store itself says: the same documents by the filter, with the projection. */
async function fromStore(
  services: RunningServices,
  resource: NarrowedResource,
  rules: DocumentRules,
): Promise<ShownDocuments[]> {
  const { store, db } = services.platform
  const collection = store.collection({ db, collection: resource.collection })
  const { readFilter = {}, projectResponse: projection } = rules
  const shown = async (filter: Document) => {
    const found = await collection.find(filter, projection ? { projection } : {})
    return found.map(document => asJson(resource.asShown?.(document) ?? document))
  }
  const list = await shown(readFilter)
  const ids = (await collection.find({}, { projection: { _id: 1 } })).map(({ _id }) => _id)
  const ones = await Promise.all(ids.map(_id => shown({ $and: [{ _id }, readFilter] })))
  return ones.map(([one]) => ({ list: sorted(list), size: list.length, one }))
}

/** What the resource shows to a caller with these rules. */
async function fromResource(
  services: RunningServices,
  resource: NarrowedResource,
  rules: DocumentRules,
): Promise<ShownDocuments[]> {
  const { store, db } = services.platform
  const stored = (shown: unknown) =>
    Object.fromEntries(Object.entries(shown as object).filter(([name]) => !resource.made?.includes(name)))
  const ask = (path: string) =>
    services.client(resource.service).request('GET', `${resource.path}${path}`, {
      user: { id: 'eve', roles: ['eve'] },
      permission: { rules },
    })
  const list = await ask('?pagesize=1000')
  expect(list.status).toBe(200)
  const size = await ask('/_size')
  const ids = await store.collection({ db, collection: resource.collection }).find({}, { projection: { _id: 1 } })
  const ones = await Promise.all(ids.map(async ({ _id }) => (resource.showsOne ? ask(`/${_id}`) : undefined)))
  return ones.map(one => {
    if (one) expect([200, 404]).toContain(one.status)
    return {
      list: sorted((list.json as unknown[]).map(stored)),
      size: size.status === 200 ? (size.json as { _size: number })._size : undefined,
      one: one?.status === 200 ? stored(one.json) : undefined,
    }
  })
}

const asJson = (document: Document): unknown => JSON.parse(formatDocument(document))
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The same for documents whose fields stand in another order. */
const textOf = (document: unknown): string =>
  JSON.stringify(document, (_name, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  )
/** Resources have orders of their own; texts of documents tell any two apart, or they are the same. */
const sorted = (documents: readonly unknown[]): unknown[] =>
  [...documents].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))

describeOnEachStore('a narrowed read', services => {
  describe.each(NARROWED_RESOURCES)('of $name', resource => {
    beforeAll(() => resource.make(services()))

    it(`shows what the store shows by the filter and the projection alone, for ${RUNS} random permissions and callers`, async () => {
      let narrowed = 0
      await fc.assert(
        fc.asyncProperty(permissionsFor(resource.fields), callers, async (permission, caller) => {
          const rules = rulesFor(permission, caller)
          const told = await fromStore(services(), resource, rules)
          const shown = await fromResource(services(), resource, rules)
          const hasSize = shown.every(({ size }) => size !== undefined)
          const expected = told.map(each => ({
            ...each,
            size: hasSize ? each.size : undefined,
            one: resource.showsOne ? each.one : undefined,
          }))
          expect(shown).toEqual(expected)
          const sizes = new Set(told.map(({ one }) => one === undefined))
          if (sizes.size === 2) narrowed += 1
        }),
        { numRuns: RUNS },
      )
      // Filters that all let everything or nothing through would tell little.
      expect(narrowed).toBeGreaterThan(0)
    })
  })
})
