import type { Signals } from '@sluice/signals'
import type { Store } from '@sluice/store'
import {
  type ChangeLog,
  type ChangeLogOptions,
  type ChangeLogWarning,
  createChangeLog,
  type Follower,
} from '../index.ts'

const db = 'sluice'
const things = { db, collection: 'things' }

type SceneParts = {
  store: Store
  /** Signals that reach each other. */
  connect(): Signals
  /** Signals that nobody else hears. */
  connectAlone(): Signals
}

/** Change logs on one store, as several processes would have them. */
export function createChangeLogScene({ store, connect, connectAlone }: SceneParts) {
  const opened: ChangeLog[] = []
  const warnings: ChangeLogWarning[] = []

  function open(options: Partial<ChangeLogOptions> = {}): ChangeLog {
    const onWarning = (warning: ChangeLogWarning) => void warnings.push(warning)
    const changes = createChangeLog({ store, signals: connect(), db, maxJitterMs: 5, onWarning, ...options })
    opened.push(changes)
    return changes
  }

  return {
    store,
    open,
    /** One whose notices reach nobody, and that hears none. */
    openDeaf: (options: Partial<ChangeLogOptions> = {}) => open({ signals: connectAlone(), pollMs: 100, ...options }),
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
export type ChangeLogScene = ReturnType<typeof createChangeLogScene>

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
