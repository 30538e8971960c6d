import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import {
  type ChangeLogScene,
  createChangeLogScene,
  notingFollower,
  writeThing,
} from '../src/testing/change-log-scene.ts'

const LOOK_EVERY_MS = 100
const LEASE_MS = 15_000
/** Where it is only to end. */
const SHORT_LEASE_MS = 3_000
const LONG_MS = 120_000

let scene: ChangeLogScene
beforeEach(async () => {
  const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') })
  scene = createChangeLogScene({ store, connect: createInProcessSignals, connectAlone: createInProcessSignals })
})
afterEach(() => scene.close())

type Lateness = { next(): Promise<unknown> }

function withLateAnswers(store: Store, lateness: Lateness): Store {
  const late = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = await answer
    await lateness.next()
    return answered
  }
  return {
    ...store,
    now: () => late(store.now()),
    collection(namespace) {
      const collection = store.collection(namespace)
      return { ...collection, find: (...asked) => late(collection.find(...asked)) }
    },
  }
}

/** A reader whose notices are lost, and whose store is slow once it has started; taking over a change asks it, too. */
async function openSlowReader(next: Lateness['next'], leaseMs = LEASE_MS) {
  const lateness: Lateness = { next: async () => {} }
  const store = withLateAnswers(scene.store, lateness)
  const changes = scene.openDeaf({ store, pollMs: 2_000, leaseMs })
  const { calls, follower } = notingFollower()
  const things = store.collection({ db: 'sluice', collection: 'things' })
  await changes.follow({
    ...follower,
    async apply(id) {
      await things.find({ _id: id })
      await follower.apply(id)
    },
  })
  await changes.start()
  lateness.next = next
  return { changes, calls, lateness }
}

describe('without notices, on a store that is slow to answer', () => {
  it(
    'by 0.7, 1 or 3 s each time, changes arrive, and what is held stays trusted all the while',
    async () => {
      const readers = await Promise.all([700, 1_000, 3_000].map(lateMs => openSlowReader(() => wait(lateMs))))
      const writer = scene.openDeaf()
      await writer.start()
      const untrusted = new Set<number>()
      const looking = setInterval(() => {
        for (const [index, { changes }] of readers.entries()) if (!changes.isTrusted()) untrusted.add(index)
      }, LOOK_EVERY_MS)
      const end = performance.now() + LEASE_MS + 2_000
      try {
        for (let number = 0; performance.now() < end; number += 1) {
          const id = `thing-${number}`
          await writeThing(writer, id)
          await eventually(() => readers.every(({ calls }) => calls.includes(id)), { timeoutMs: 20_000 })
        }
      } finally {
        clearInterval(looking)
        for (const { lateness } of readers) lateness.next = async () => {}
      }
      expect([...untrusted]).toEqual([])
      expect(scene.warned()).not.toContain('change-log.poll-failed')
    },
    LONG_MS,
  )

  it(
    'and has lost what it was asked, it is asked again, and what is held is trusted 5 s after its return',
    async () => {
      const { changes, lateness } = await openSlowReader(() => new Promise(() => {}), SHORT_LEASE_MS)
      await eventually(() => !changes.isTrusted(), { timeoutMs: 25_000 })
      lateness.next = async () => {}
      await eventually(() => changes.isTrusted(), { timeoutMs: 5_000 })
    },
    LONG_MS,
  )
})
