import { afterEach, describe, expect, it } from '@jest/globals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { GOLDEN_DB as db, goldenVersions, openGoldenStore, readGoldenJson } from '@sluice/testkit/golden'
import { z } from 'zod'
import { createChangeLog } from '../src/index.ts'
import { notingFollower } from '../src/testing/change-log-scene.ts'

const notices = z.array(z.looseObject({ topic: z.string() }))
/** So far apart that none comes between a start and what is told after it. */
const pollMs = 5_000

describe.each(goldenVersions())('the change log of version %s', version => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function follow(topic: 'keys' | 'users', store: Awaited<ReturnType<typeof openGoldenStore>>) {
    const signals = createInProcessSignals()
    const changes = createChangeLog({ store, signals, db, pollMs, maxJitterMs: 1 })
    const { calls, follower } = notingFollower(topic)
    await changes.follow(follower)
    await changes.start()
    ends.push(changes.stop, store.close)
    return { changes, calls, signals }
  }

  it('is followed from where its counters stand', async () => {
    const { changes, calls } = await follow('keys', await openGoldenStore(version))
    expect([calls, changes.positions()]).toEqual([['reload'], { keys: 5 }])
  })

  it('is caught up with by its entries', async () => {
    const store = await openGoldenStore(version)
    const counters = store.collection({ db, collection: '_changeCounters' })
    await counters.updateOne({ _id: 'keys' }, { $set: { sequence: 2 } })
    const { changes, calls } = await follow('keys', store)
    await counters.updateOne({ _id: 'keys' }, { $set: { sequence: 5 } })
    await changes.catchUp({ keys: 5 })
    const keyOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
    expect(calls).toEqual(['reload', keyOf(3), keyOf(2), keyOf(3)])
  })

  it('tells what was written by its notices', async () => {
    const store = await openSqliteStore({ path: `${await temporaryDirectory()}/store.sqlite` })
    const { calls, signals } = await follow('users', store)
    const written = readGoldenJson(notices, version, 'notices.json').filter(({ topic }) => topic === 'users')
    const ids = written.map(({ id }) => id)
    await eventually(async () => {
      // Who has only just started may not listen yet; and a poll of this store, which has none of these changes, begins anew.
      for (const notice of written) await signals.publish(`changes.${db}`, JSON.stringify(notice))
      expect(calls.slice(-ids.length)).toEqual(ids)
    })
    expect([calls[0], ...ids.slice(0, 3)]).toEqual(['reload', 'admin', 'ann', 'bob'])
  })
})
