import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { type Store, StoreUnavailableError } from '@sluice/store'
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
beforeEach(async () => {
  const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') })
  scene = createChangeLogScene({ store, connect: createInProcessSignals, connectAlone: createInProcessSignals })
})
afterEach(() => scene.close())

function settableClock() {
  const offset = { monotonicMs: 0, wallMs: 0 }
  const clock = {
    monotonicMs: () => performance.now() + offset.monotonicMs,
    wallMs: () => Date.now() + offset.wallMs,
  }
  return { clock, offset }
}

/** However long this machine takes, no time passes by it but what is set. Whole ms, so that sums of them are exact. */
function stoppedClock() {
  const readings = { monotonicMs: Math.round(performance.now()), wallMs: Date.now() }
  return { clock: { monotonicMs: () => readings.monotonicMs, wallMs: () => readings.wallMs }, readings }
}

describe('trusting what followers hold', () => {
  it('begins with the start and ends with the stop', async () => {
    const changes = scene.open()
    await changes.follow(notingFollower().follower)
    expect(changes.isTrusted()).toBe(false)
    await changes.start()
    expect(changes.isTrusted()).toBe(true)
    expect(changes.secondsSincePoll()).toBeLessThan(2)
    await changes.stop()
    expect(changes.isTrusted()).toBe(false)
  })

  it.each(['monotonicMs', 'wallMs'] as const)('ends 15 s after the last poll by the clock %s', async name => {
    const { clock, readings } = stoppedClock()
    const { changes } = await startFollowing(scene.open({ clock, pollMs: 50 }))
    await scene.store.close()
    await eventually(() => expect(scene.warned()).toContain('change-log.poll-failed'))
    readings[name] += 14_999
    expect(changes.isTrusted()).toBe(true)
    readings[name] += 1
    expect(changes.isTrusted()).toBe(false)
    expect(changes.secondsSincePoll()).toBe(15)
  })

  it('is given back by the next poll that is answered', async () => {
    const { clock, offset } = settableClock()
    const { changes } = await startFollowing(scene.open({ clock, pollMs: 100 }))
    offset.monotonicMs += 60_000
    expect(changes.isTrusted()).toBe(false)
    await eventually(() => expect(changes.isTrusted()).toBe(true))
  })

  it('is not renewed while the store is away', async () => {
    const { clock, offset } = settableClock()
    const { changes } = await startFollowing(scene.open({ clock, pollMs: 50 }))
    await scene.store.close()
    await eventually(() => expect(scene.warned()).toContain('change-log.poll-failed'))
    expect(changes.isTrusted()).toBe(true)
    offset.monotonicMs += 15_000
    expect(changes.isTrusted()).toBe(false)
    await expect(changes.catchUp({ keys: 1 })).rejects.toThrow(StoreUnavailableError)
  })

  it('is not renewed while a follower fails, and comes back when it works', async () => {
    const { clock, offset } = settableClock()
    const changes = scene.open({ clock, pollMs: 50 })
    let isBroken = true
    const apply = async () => {
      if (isBroken) throw new TypeError('boom')
    }
    await changes.follow({ ...notingFollower().follower, apply })
    await changes.start()
    const writing = writeThing(changes, 'a')
    await eventually(() => expect(scene.warned()).toContain('change-log.follower-failed'))
    expect(changes.isTrusted()).toBe(true)
    offset.monotonicMs += 15_000
    expect(changes.isTrusted()).toBe(false)
    isBroken = false
    await writing
    await eventually(() => expect(changes.isTrusted()).toBe(true))
  })

  it('knows the time of the store, whatever this machine says, and tells of a clock that is off', async () => {
    const { clock, offset } = settableClock()
    offset.wallMs = 3_600_000
    const changes = scene.open({ clock })
    await changes.start()
    expect(Math.abs(changes.storeTime() - Date.now())).toBeLessThan(1_000)
    await eventually(() => expect(scene.warned()).toContain('change-log.clock-skewed'))
    offset.monotonicMs += 5_000
    expect(changes.storeTime() - Date.now()).toBeGreaterThan(4_000)
  })

  it('fails whoever waits when it is stopped', async () => {
    const changes = scene.open()
    const never = { ...notingFollower().follower, reload: () => new Promise<void>(() => {}) }
    const following = changes.follow(never)
    const starting = changes.start()
    await Promise.all([
      expect(following).rejects.toThrow(StoreUnavailableError),
      expect(starting).rejects.toThrow(StoreUnavailableError),
      changes.stop(),
    ])
  })
})

describe("the store's time, for what ends at a time", () => {
  /** The scene's store, and how often it was asked for its time and for anything else. */
  function countingStore() {
    const asked = { time: 0, else: 0 }
    const store: Store = {
      ...scene.store,
      now() {
        asked.time += 1
        return scene.store.now()
      },
      collection(namespace) {
        asked.else += 1
        return scene.store.collection(namespace)
      },
    }
    return { store, asked }
  }

  it('is not read with each poll, but at once when the wall clock has jumped, which is told', async () => {
    const { clock, offset } = settableClock()
    const { store, asked } = countingStore()
    const { changes } = await startFollowing(scene.open({ clock, store, pollMs: 20 }))
    const reads = asked.time
    const polls = asked.else
    await eventually(() => expect(asked.else).toBeGreaterThan(polls + 10))
    expect(asked.time).toBe(reads)
    offset.wallMs += 3_600_000
    await eventually(() => expect(scene.warned()).toContain('change-log.clock-skewed'))
    expect(asked.time).toBe(reads + 1)
    expect(Math.abs(changes.storeTime() - Date.now())).toBeLessThan(1_000)
  })

  it('is read again 3.5 s after the last time', async () => {
    const { clock, offset } = settableClock()
    const { store, asked } = countingStore()
    await startFollowing(scene.open({ clock, store, pollMs: 20 }))
    const reads = asked.time
    offset.monotonicMs += 3_500
    offset.wallMs += 3_500
    await eventually(() => expect(asked.time).toBe(reads + 1))
  })

  it('is read anew where this machine may have slept, and not where it has not', async () => {
    const { clock, offset } = settableClock()
    const { changes } = await startFollowing(scene.open({ clock, pollMs: 60_000 }))
    const polled = changes.secondsSincePoll()
    await changes.confirmTime()
    expect(changes.secondsSincePoll()).toBeGreaterThanOrEqual(polled)
    offset.wallMs += 10_000
    expect(changes.secondsSincePoll()).toBeGreaterThanOrEqual(10)
    await changes.confirmTime()
    expect(changes.secondsSincePoll()).toBeLessThan(5)
  })
})
