import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createCarrier, createInProcessSignals } from '@sluice/signals/in-process'
import { StoreUnavailableError } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import {
  type ChangeLogScene,
  createChangeLogScene,
  notingFollower,
  startFollowing,
  writeThing,
} from '../src/testing/change-log-scene.ts'

let scene: ChangeLogScene
let carrier = createCarrier()
beforeEach(async () => {
  carrier = createCarrier()
  scene = createChangeLogScene({
    store: await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') }),
    connect: () => createInProcessSignals({ carrier }),
    connectAlone: createInProcessSignals,
  })
})
afterEach(() => scene.close())

describe('recording a change', () => {
  it('writes the record and its entry together, and numbers the changes of each topic from 1', async () => {
    const changes = scene.open()
    await changes.start()
    const first = await writeThing(changes, 'a')
    const second = await writeThing(changes, 'b')
    const other = await changes.record('acl', 'x', async (_, change) => change)
    expect([first, second]).toMatchObject([{ kind: 'committed', sequence: 1 }, { sequence: 2 }])
    expect(other).toEqual({ kind: 'committed', result: { topic: 'acl', sequence: 1, id: 'x' }, sequence: 1 })
    const entries = await scene.entries().find({}, { sort: { _id: 1 } })
    expect(entries.map(({ topic, sequence, id }) => [topic, sequence, id])).toEqual([
      ['acl', 1, 'x'],
      ['keys', 1, 'a'],
      ['keys', 2, 'b'],
    ])
  })

  it('leaves nothing when the work gives up, and hands over what it came to', async () => {
    const changes = scene.open()
    await changes.start()
    const outcome = await changes.record('keys', 'a', async (transaction, _, abandon) => {
      await transaction.collection({ db: 'sluice', collection: 'things' }).insertOne({ _id: 'a' })
      return abandon({ refused: 'limit' })
    })
    expect(outcome).toEqual({ kind: 'abandoned', result: { refused: 'limit' } })
    expect(await scene.things().count({})).toBe(0)
    expect(await scene.entries().count({})).toBe(0)
    expect(await writeThing(changes, 'b')).toMatchObject({ sequence: 1 })
  })

  it('leaves nothing when the work throws, and throws the same', async () => {
    const changes = scene.open()
    await changes.start()
    const failing = changes.record('keys', 'a', async transaction => {
      await transaction.collection({ db: 'sluice', collection: 'things' }).insertOne({ _id: 'a' })
      throw new TypeError('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    expect(await scene.things().count({})).toBe(0)
    expect(await writeThing(changes, 'b')).toMatchObject({ sequence: 1 })
  })

  it('gives changes of one topic consecutive numbers, however many processes write at once', async () => {
    const logs = [scene.open(), scene.open()]
    for (const changes of logs) await changes.start()
    const writes = Array.from({ length: 40 }, (_, index) => writeThing(logs[index % 2]!, `id-${index}`))
    const sequences = (await Promise.all(writes)).map(outcome => (outcome.kind === 'committed' ? outcome.sequence : 0))
    expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('is told to others by its position, whether this process follows the topic or not', async () => {
    const here = scene.open()
    await here.start()
    expect(here.positions()).toEqual({})
    await writeThing(here, 'a')
    await writeThing(here, 'b')
    expect(here.positions()).toEqual({ keys: 2 })
    const { changes: there, calls } = await startFollowing(scene.openDeaf({ pollMs: 60_000 }))
    await writeThing(here, 'c')
    await there.catchUp(here.positions())
    expect(calls).toContain('c')
  })

  it('resolves when the own followers have taken the change over', async () => {
    const { changes, calls } = await startFollowing(scene.open())
    await writeThing(changes, 'a')
    expect(calls).toEqual(['reload', 'a'])
    expect(changes.positions()).toEqual({ keys: 1 })
  })

  it('says after 5 s that a change is stored but not taken over', async () => {
    const changes = scene.open()
    await changes.follow({
      ...notingFollower().follower,
      apply: () => Promise.reject(new TypeError('boom')),
    })
    await changes.start()
    await expect(writeThing(changes, 'a')).rejects.toThrow(/is stored, but/)
    expect(await scene.things().count({})).toBe(1)
    expect(scene.warned()).toContain('change-log.follower-failed')
  }, 15_000)
})

describe('following changes', () => {
  it('brings a change to other processes by a notice, long before their next poll', async () => {
    const writer = scene.open()
    await writer.start()
    const { calls } = await startFollowing(scene.open({ pollMs: 60_000 }))
    await writeThing(writer, 'a')
    await eventually(() => expect(calls).toEqual(['reload', 'a']), { timeoutMs: 30_000 })
  })

  it('brings every change within the poll when every notice is lost', async () => {
    const writer = scene.openDeaf()
    await writer.start()
    const { calls, changes } = await startFollowing(scene.openDeaf())
    for (const id of ['a', 'b', 'c']) await writeThing(writer, id)
    await eventually(() => expect(calls).toEqual(['reload', 'a', 'b', 'c']), { timeoutMs: 30_000 })
    expect(changes.positions()).toEqual({ keys: 3 })
  })

  it('asks the log when a notice before it is missing', async () => {
    const { calls } = await startFollowing(scene.open({ pollMs: 60_000 }))
    const quiet = scene.openDeaf()
    await quiet.start()
    await writeThing(quiet, 'not-told')
    const loud = scene.open()
    await loud.start()
    await writeThing(loud, 'told')
    await eventually(() => expect(calls).toEqual(['reload', 'not-told', 'told']), { timeoutMs: 30_000 })
  })

  it('asks the log when the carrier of notices was away', async () => {
    const { calls } = await startFollowing(scene.open({ pollMs: 60_000 }))
    const writer = scene.openDeaf()
    await writer.start()
    await eventually(() => expect(calls).toEqual(['reload']))
    carrier.interrupt()
    await writeThing(writer, 'a')
    carrier.restore()
    await eventually(() => expect(calls).toEqual(['reload', 'a']), { timeoutMs: 30_000 })
  })

  it('starts without a carrier of notices, and uses it once it is there', async () => {
    carrier.interrupt()
    const { calls } = await startFollowing(scene.open({ pollMs: 50 }))
    carrier.restore()
    const writer = scene.open()
    await writer.start()
    await writeThing(writer, 'a')
    await eventually(() => expect(calls).toEqual(['reload', 'a']))
  })

  it('reads everything anew when entries that it needs have expired', async () => {
    const writer = scene.openDeaf()
    await writer.start()
    const { calls } = await startFollowing(scene.openDeaf({ pollMs: 300 }))
    await writeThing(writer, 'a')
    await scene.entries().deleteMany({})
    await eventually(() => expect(calls).toEqual(['reload', 'reload']))
  })

  it('reads everything anew in a new epoch, and when the counter has gone back', async () => {
    const counters = scene.counters()
    const writer = scene.openDeaf()
    await writer.start()
    for (const id of ['a', 'b']) await writeThing(writer, id)
    const { calls, changes } = await startFollowing(scene.openDeaf())
    await counters.updateOne({ _id: 'epoch' }, { $inc: { sequence: 1 } }, { upsert: true })
    await eventually(() => expect(calls).toEqual(['reload', 'reload']))
    await counters.updateOne({ _id: 'keys' }, { $set: { sequence: 1 } })
    await eventually(() => expect(calls).toEqual(['reload', 'reload', 'reload']))
    expect(changes.positions()).toEqual({ keys: 1 })
  })

  it('lets a follower come later, and tells each topic to its own followers only', async () => {
    const changes = scene.open()
    await changes.start()
    await writeThing(changes, 'a')
    const mine = notingFollower('keys')
    const other = notingFollower('acl')
    await changes.follow(mine.follower)
    await changes.follow(other.follower)
    await writeThing(changes, 'b')
    expect([mine.calls, other.calls]).toEqual([['reload', 'b'], ['reload']])
  })

  it('tries a change again before anything else, and holds up no other follower meanwhile', async () => {
    const changes = scene.open()
    const bad = notingFollower()
    const good = notingFollower()
    let failures = 0
    await changes.follow(good.follower)
    await changes.follow({
      ...bad.follower,
      async apply(id) {
        if (failures++ < 2) throw new TypeError('boom')
        bad.calls.push(id)
      },
    })
    await changes.start()
    await Promise.all([writeThing(changes, 'a'), writeThing(changes, 'b')])
    expect(good.calls).toHaveLength(3)
    expect(bad.calls).toEqual(good.calls)
    expect(failures).toBe(4)
  })
})

describe('catching up', () => {
  it('polls at once instead of waiting for the next poll', async () => {
    const writer = scene.openDeaf()
    await writer.start()
    const { changes, calls } = await startFollowing(scene.openDeaf({ pollMs: 60_000 }))
    await writeThing(writer, 'a')
    await changes.catchUp({ keys: 1, acl: 99 })
    expect(calls).toEqual(['reload', 'a'])
  })

  it('says so when it does not get there', async () => {
    const { changes } = await startFollowing(scene.openDeaf())
    await expect(changes.catchUp({ keys: 5 })).rejects.toThrow(StoreUnavailableError)
  })
})
