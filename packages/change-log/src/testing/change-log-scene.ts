import { join } from 'node:path'
import { createCarrier, createInProcessSignals } from '@sluice/signals/in-process'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import {
  type ChangeLog,
  type ChangeLogOptions,
  type ChangeLogWarning,
  createChangeLog,
  type Follower,
} from '../index.ts'

const db = 'sluice'
const things = { db, collection: 'things' }

/** One store and one carrier of notices, and change logs over them as several processes would have them. */
export async function openChangeLogScene() {
  const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') })
  const carrier = createCarrier()
  const opened: ChangeLog[] = []
  const warnings: ChangeLogWarning[] = []

  function open(options: Partial<ChangeLogOptions> = {}): ChangeLog {
    const signals = createInProcessSignals({ carrier })
    const onWarning = (warning: ChangeLogWarning) => void warnings.push(warning)
    const changes = createChangeLog({ store, signals, db, maxJitterMs: 5, onWarning, ...options })
    opened.push(changes)
    return changes
  }

  return {
    store,
    carrier,
    open,
    /** One whose notices reach nobody, and that hears none. */
    openDeaf: (options: Partial<ChangeLogOptions> = {}) =>
      open({ signals: createInProcessSignals(), pollMs: 100, ...options }),
    things: () => store.collection(things),
    entries: () => store.collection({ db, collection: '_changes' }),
    counters: () => store.collection({ db, collection: '_changeCounters' }),
    warned: () => warnings.map(({ event }) => event),
    async close() {
      for (const changes of opened) await changes.stop()
      await store.close()
    },
  }
}
export type ChangeLogScene = Awaited<ReturnType<typeof openChangeLogScene>>

/** Writes a thing and records it as a change of a key. */
export const writeThing = (changes: ChangeLog, id: string) =>
  changes.record('keys', id, async transaction => {
    await transaction.collection(things).insertOne({ _id: id })
  })

/** Notes what it is asked to do. */
export function notingFollower(topic: Follower['topic'] = 'keys') {
  const calls: string[] = []
  const follower: Follower = {
    topic,
    reload: async () => void calls.push('reload'),
    apply: async id => void calls.push(id),
  }
  return { calls, follower }
}

/** Follows the keys and starts. */
export async function startFollowing(changes: ChangeLog) {
  const { calls, follower } = notingFollower()
  await changes.follow(follower)
  await changes.start()
  return { changes, calls }
}
