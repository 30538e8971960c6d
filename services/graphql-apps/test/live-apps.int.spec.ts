import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newEtag } from '@sluice/documents'
import { createLogger } from '@sluice/service-kit'
import { type Document, type Store, StoreUnavailableError } from '@sluice/store'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { documentAppStore } from '../src/adapters/document-app-store.ts'
import { checkNewApp } from '../src/check-app.ts'
import { estimateAppSize } from '../src/domain/model/estimate-size.ts'
import { appRules } from '../src/domain/reach.ts'
import { createLiveApps, type LiveApps } from '../src/live-apps.ts'
import type { AppStore } from '../src/ports/app-store.ts'

const db = 'sluice'
const rules = appRules({ tier: 'shared', db })
const logger = createLogger({ service: 'test', level: 'silent' })

let platform: TestPlatform
let apps: AppStore
/** What the store was asked for single apps. */
let loads: unknown[]
let isLost = false

/** The store, watched and cut off at will. */
const watched = (store: Store): Store => ({
  ...store,
  collection: namespace => {
    const inner = store.collection(namespace)
    return {
      ...inner,
      findOne: (filter, options) => {
        if (isLost) throw new StoreUnavailableError('lost')
        if (namespace.collection === 'gql-apps') loads.push(filter._id)
        return inner.findOne(filter, options)
      },
    }
  },
})

const appOf = (_id: string, name: string, changes: Document = {}) => {
  const check = checkNewApp(
    {
      _id,
      descriptor: { name, uri: _id },
      schema: `type Thing { ${name}: String } type Query { things: [Thing] }`,
      mappings: { Query: { things: { db, collection: 'things' } } },
      ...changes,
    },
    rules,
  )
  if (check.kind === 'faulty') throw new RangeError(JSON.stringify(check.faults))
  return { ...check.app, _id, _etag: newEtag() }
}
const save = async (_id: string, name: string) => {
  const app = appOf(_id, name)
  const stored = await apps.find(_id)
  const expectedEtag = String(stored?._etag ?? '')
  expect(await (stored ? apps.replace(app, { expectedEtag, by: null }) : apps.insert(app, null))).toBe('written')
}
async function follow(maxBytes?: number): Promise<LiveApps> {
  const { changes, store } = platform
  const live = createLiveApps({ store: watched(store), changes, db, logger, rules, ...(maxBytes ? { maxBytes } : {}) })
  await live.follow()
  loads = []
  return live
}
const fieldsOf = async (live: LiveApps, uri: string) => {
  const served = await live.serve(uri)
  const type = served?.app.schema.getType('Thing')
  return type && 'getFields' in type ? Object.keys(type.getFields()) : undefined
}

beforeAll(async () => {
  platform = await openTestPlatform()
  apps = documentAppStore({ store: platform.store, changes: platform.changes, db })
})
afterAll(() => platform.close())
beforeEach(async () => {
  isLost = false
  loads = []
  for (const id of ['a', 'b', 'c', 'd']) await apps.remove(id, { expectedEtag: undefined })
})

describe('live apps', () => {
  it('are loaded when they are first asked for, once for all who ask at that moment', async () => {
    await save('a', 'one')
    await save('b', 'two')
    const live = await follow()
    expect(loads).toEqual([])
    const [first, second] = await Promise.all([live.serve('a'), live.serve('a')])
    expect(first).toBe(second)
    expect(await live.serve('a')).toBe(first)
    expect(loads).toEqual(['a'])
  })

  it('go when there is no more room, the one that was asked longest ago first, and come back', async () => {
    for (const id of ['a', 'b', 'c']) await save(id, 'one')
    const served = await (await follow()).serve('a')
    const size = served ? estimateAppSize(served.app) : 0
    const live = await follow(2.5 * size)
    const first = await live.serve('a')
    await live.serve('b')
    expect(await live.serve('a')).toBe(first)
    await live.serve('c')
    loads = []
    expect(await live.serve('a')).toBe(first)
    expect(loads).toEqual([])
    expect(await fieldsOf(live, 'b')).toEqual(['one'])
    expect(loads).toEqual(['b'])
  })

  it('weigh what they keep prepared', async () => {
    for (const id of ['a', 'b']) await save(id, 'one')
    const live = await follow(200_000)
    const first = await live.serve('a')
    await live.serve('b')
    const before = first?.size() ?? 0
    for (let number = 0; number < 40; number += 1) first?.prepare(`query Number${number} { things { one } }`)
    expect(first?.size()).toBeGreaterThan(before + 40 * 30)
    loads = []
    await live.serve('b')
    expect(loads).toEqual(['b'])
  })

  it('are touched by no change that was refused', async () => {
    await save('a', 'one')
    await save('b', 'two')
    const live = await follow()
    const a = await live.serve('a')
    const b = await live.serve('b')
    loads = []
    expect(await apps.insert(appOf('c', 'three', { descriptor: { name: 'c', uri: 'a' } }), null)).toBe('uri-taken')
    expect(await apps.insert(appOf('a', 'other'), null)).toBe('id-taken')
    expect(await apps.replace(appOf('a', 'other'), { expectedEtag: 'old', by: null })).toBe('changed')
    expect(await apps.remove('a', { expectedEtag: 'old' })).toBe('changed')
    expect([await live.serve('a'), await live.serve('b')]).toEqual([a, b])
    expect(loads).toEqual([])
  })

  it('change with their documents, and with them alone', async () => {
    await save('a', 'one')
    await save('b', 'two')
    const live = await follow()
    const a = await live.serve('a')
    const b = await live.serve('b')
    await save('a', 'other')
    expect(await fieldsOf(live, 'a')).toEqual(['other'])
    expect(await live.serve('a')).not.toBe(a)
    expect(await live.serve('b')).toBe(b)
    await apps.remove('a', { expectedEtag: undefined })
    expect(await live.serve('a')).toBeUndefined()
  })

  it('are served while the store is lost, and those that are not loaded say so', async () => {
    await save('a', 'one')
    await save('b', 'two')
    const live = await follow()
    const a = await live.serve('a')
    isLost = true
    expect(await live.serve('a')).toBe(a)
    await expect(live.serve('b')).rejects.toThrow(StoreUnavailableError)
    isLost = false
    expect(await fieldsOf(live, 'b')).toEqual(['two'])
  })
})
