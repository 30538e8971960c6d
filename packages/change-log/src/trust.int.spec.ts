import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { StoreUnavailableError } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import {
  type ChangeLogScene,
  createChangeLogScene,
  notingFollower,
  startFollowing,
  writeThing,
} from './testing/change-log-scene.ts'

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
    const { clock, offset } = settableClock()
    const { changes } = await startFollowing(scene.open({ clock, pollMs: 60_000 }))
    offset[name] += 14_000
    expect(changes.isTrusted()).toBe(true)
    offset[name] += 1_000
    expect(changes.isTrusted()).toBe(false)
    expect(changes.secondsSincePoll()).toBeGreaterThanOrEqual(15)
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
