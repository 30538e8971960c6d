import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { openDispatcher } from '../src/testing/open-dispatcher.ts'

const WATCHED_MS = 12_000
const SETTLED_MS = 6_000

/** A store that counts what it is asked, by collection. */
function countRequests(store: Store, asked: Map<string, number>): Store {
  const count = (what: string) => asked.set(what, (asked.get(what) ?? 0) + 1)
  return {
    ...store,
    now() {
      count('clock')
      return store.now()
    },
    collection: name =>
      new Proxy(store.collection(name), {
        get(collection, method) {
          count(name.collection)
          return Reflect.get(collection, method)
        },
      }),
  }
}

it('a dispatcher at rest asks the store less than 1.6 times a second, polls of the change log included', async () => {
  const directory = await temporaryDirectory()
  const asked = new Map<string, number>()
  const store = countRequests(await openSqliteStore({ path: join(directory, 'store.sqlite') }), asked)
  const dispatcher = await openDispatcher({ directory, store, pauses: {} })
  const startedAt = performance.now()
  const passed = () => performance.now() - startedAt
  await eventually(() => passed() > SETTLED_MS)
  asked.clear()
  await eventually(() => passed() > SETTLED_MS + WATCHED_MS)
  const total = [...asked.values()].reduce((sum, count) => sum + count, 0)
  await dispatcher.close()
  expect({ asked: Object.fromEntries(asked), isQuiet: total / (WATCHED_MS / 1_000) < 1.6 }).toMatchObject({
    isQuiet: true,
  })
  // With every second poll.
  expect(asked.get('clock')).toBeLessThanOrEqual(4)
}, 60_000)
