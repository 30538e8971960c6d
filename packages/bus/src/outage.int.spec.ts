import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import type { Bus, HandlingOutcome } from './index.ts'
import { type RunConsumerOptions, type RunningConsumer, runConsumer } from './run-consumer.ts'
import { openSqliteBus } from './sqlite/index.ts'

/** Something that a handler needs is away. */
class AwayError extends Error {
  override name = 'AwayError'
}

const done: HandlingOutcome = { kind: 'done' }
const topic = 'events'

let bus: Bus
let running: RunningConsumer | undefined

beforeEach(async () => {
  bus = await openSqliteBus({ path: join(await temporaryDirectory(), 'bus.db'), heartbeatEveryMs: 50 })
  await bus.createTopics([{ name: topic, partitions: 3, retentionMs: 3_600_000 }])
})
afterEach(async () => {
  await running?.stop(0)
  await bus.close()
})

async function run(options: Pick<RunConsumerOptions, 'handler'>) {
  const isOutage = (error: unknown) => error instanceof AwayError
  running = await runConsumer({ bus, topic, group: 'g', onDead: async () => {}, isOutage, ...options })
  return running
}

const send = (names: readonly string[]) =>
  bus.send(
    topic,
    names.map(key => ({ key, value: Buffer.from(key), headers: {} })),
  )
const keys = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `key-${from + index}`)

describe('records that fail for what is away for all', () => {
  it('handles all that waited for a broken dependency soon after it is back, however long it was away', async () => {
    const AWAY_MS = 13_000
    const awaySince = performance.now()
    const isAway = () => performance.now() - awaySince < AWAY_MS
    const endedAfter: number[] = []
    let attempts = 0
    const consumer = await run({
      async handler() {
        attempts += 1
        if (isAway()) throw new AwayError('away')
        endedAfter.push(performance.now() - awaySince - AWAY_MS)
        return done
      },
    })
    await send(keys(200))
    await eventually(() => endedAfter.length === 200, { timeoutMs: 40_000 })
    await eventually(() => expect(consumer.openRecords()).toBe(0))
    expect(Math.max(...endedAfter)).toBeLessThan(5_000)
    // Few ask whether it is back: it is not to be overrun while it is not.
    expect(attempts).toBeLessThan(200 * 12)
  }, 60_000)

  it('holds up nobody for a record that alone meets a broken dependency each time', async () => {
    const handled: string[] = []
    let failures = 0
    const consumer = await run({
      async handler(record) {
        if (record.key === 'key-0') {
          failures += 1
          throw new AwayError('away')
        }
        handled.push(record.key)
        return done
      },
    })
    await send(keys(100))
    await eventually(() => failures > 1)
    await send(keys(100, 100))
    await eventually(() => expect(handled).toHaveLength(199))
    expect(consumer.openRecords()).toBe(1)
    expect(failures).toBeLessThan(20)
  })

  it('tries those that go on failing less and less often, while others get through', async () => {
    let failures = 0
    await run({
      async handler(record) {
        if (!record.key.startsWith('well')) {
          failures += 1
          throw new AwayError('half of it is away')
        }
        return done
      },
    })
    await send(keys(100))
    const since = performance.now()
    for (let count = 0; performance.now() - since < 12_000; count += 1) {
      await send([`well-${count}`])
      await eventually(() => performance.now() - since > count * 100)
    }
    // Their own back-off comes to about seven attempts.
    expect(failures).toBeLessThan(100 * 13)
  }, 30_000)

  it('leaves alone what waits for a reason of its own by now', async () => {
    const attempts: number[] = []
    await run({
      async handler(record, { attempt }) {
        if (record.key !== 'later') return done
        attempts.push(attempt)
        if (attempt === 1) throw new AwayError('away')
        return { kind: 'retry', afterMs: 60_000 }
      },
    })
    await send(['later'])
    const since = performance.now()
    await eventually(() => performance.now() - since > 2_500)
    await send(keys(10))
    expect(attempts).toEqual([1, 2])
  })
})
