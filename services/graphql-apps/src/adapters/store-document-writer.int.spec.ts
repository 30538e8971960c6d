import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import { storeDocumentWriter } from './store-document-writer.ts'

let directory: string
let store: Store
beforeAll(async () => {
  directory = await temporaryDirectory()
  store = await openSqliteStore({ path: join(directory, 'store.sqlite') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true, force: true })
})

const orders = { db: 'sluice', collection: 'orders' }
const setSchema = (jsonSchema: string | null) =>
  store
    .collection({ db: 'sluice', collection: '_collections' })
    .replaceOne({ _id: 'orders' }, { jsonSchema }, { upsert: true })

it('holds a collection to its JSON Schema, a change of it after two seconds', async () => {
  let time = 0
  const open = storeDocumentWriter(store, () => time)
  expect((await open(orders)).schema).toBeUndefined()
  await setSchema('{"required": ["item"]}')
  time = 1_999
  expect((await open(orders)).schema).toBeUndefined()
  time = 2_000
  const { schema } = await open(orders)
  expect(schema?.check({ _id: 1 })).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect(schema?.check({ _id: 1, item: 'x' })).toBeUndefined()
  time = 4_000
  expect((await open(orders)).schema).toBe(schema)
  await setSchema(null)
  time = 6_000
  expect((await open(orders)).schema).toBeUndefined()
})

it('writes nothing under a schema that can not be read', async () => {
  await setSchema('{"type": "nonsense"}')
  await expect(storeDocumentWriter(store)(orders)).rejects.toThrow(/jsonSchema/)
  await setSchema(null)
})
