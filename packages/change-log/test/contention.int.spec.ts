import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { type ChangeLogScene, createChangeLogScene, writeThing } from '../src/testing/change-log-scene.ts'

const AT_ONCE = 100

await describeOnStores('many changes of one topic at once', openStore => {
  async function withScene(test: (scene: ChangeLogScene) => Promise<void>): Promise<void> {
    const store = (await openStore()) ?? (await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') }))
    const scene = createChangeLogScene({ store, connect: createInProcessSignals, connectAlone: createInProcessSignals })
    try {
      await test(scene)
    } finally {
      await scene.close()
    }
  }

  it(
    'are all written, each at its first try, as those of one process are never in each other’s way',
    () =>
      withScene(async scene => {
        const changes = scene.open()
        await changes.start()
        let tries = 0
        const written = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, number) =>
            changes.record('keys', `${number}`, async transaction => {
              tries += 1
              await transaction.collection({ db: 'sluice', collection: 'things' }).insertOne({ _id: number })
            }),
          ),
        )
        expect(written.map(outcome => outcome.kind === 'committed' && outcome.sequence)).toEqual(
          Array.from({ length: AT_ONCE }, (_, number) => number + 1),
        )
        expect(tries).toBe(AT_ONCE)
      }),
    60_000,
  )

  it(
    'are all written when several processes make them',
    () =>
      withScene(async scene => {
        const logs = [scene.open(), scene.open(), scene.open()]
        for (const changes of logs) await changes.start()
        const writes = Array.from({ length: AT_ONCE }, (_, number) =>
          writeThing(logs[number % logs.length]!, `thing ${number}`),
        )
        const sequences = (await Promise.all(writes)).map(one => (one.kind === 'committed' ? one.sequence : 0))
        expect(new Set(sequences).size).toBe(AT_ONCE)
        expect(Math.max(...sequences)).toBe(AT_ONCE)
      }),
    60_000,
  )
})

describe('a change that gives up or fails', () => {
  it('does not fail those that wait behind it', async () => {
    const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.db') })
    const scene = createChangeLogScene({ store, connect: createInProcessSignals, connectAlone: createInProcessSignals })
    const changes = scene.open()
    await changes.start()
    const outcomes = await Promise.allSettled([
      changes.record('keys', 'a', async () => {
        throw new RangeError('broken')
      }),
      changes.record('keys', 'b', async (_, __, abandon) => abandon('no')),
      writeThing(changes, 'c'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ value: { kind: 'committed', sequence: 1 } })
    await scene.close()
  })
})
