import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import type { Bus, HandlingOutcome, IncomingRecord } from './index.ts'
import { type RunConsumerOptions, type RunningConsumer, runConsumer } from './run-consumer.ts'
import { openSqliteBus } from './sqlite/index.ts'

const done: HandlingOutcome = { kind: 'done' }
/** Notes the key and is done. */
const noting = (keys: string[]) => async (record: IncomingRecord) => {
  keys.push(record.key)
  return done
}
/** Notes the key and waits. */
const waiting = (keys: string[], gate: Promise<HandlingOutcome>) => (record: IncomingRecord) => {
  keys.push(record.key)
  return gate
}
const topic = 'events'
const group = 'g'

let directory = ''
let bus: Bus
let running: RunningConsumer[] = []

beforeEach(async () => {
  directory = await temporaryDirectory()
  bus = await openSqliteBus({ path: join(directory, 'bus.db'), heartbeatEveryMs: 50 })
  await bus.createTopics([{ name: topic, partitions: 3, retentionMs: 3_600_000 }])
})
afterEach(async () => {
  for (const consumer of running) await consumer.stop(0)
  running = []
  await bus.close()
})

async function run(options: Partial<RunConsumerOptions>) {
  const handler = async () => done
  const consumer = await runConsumer({ bus, topic, group, handler, onDead: async () => {}, ...options })
  running.push(consumer)
  return consumer
}

const send = (keys: readonly string[]) =>
  bus.send(
    topic,
    keys.map(key => ({ key, value: Buffer.from(key), headers: {} })),
  )
const keys = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `key-${from + index}`)

/** What a new member of the group is given. */
async function readAgain(): Promise<string[]> {
  const seen: string[] = []
  const ends = Promise.withResolvers<bigint>()
  const consumer = await bus.consume(
    { topic, group },
    {
      assigned: (_, partitions) =>
        ends.resolve(partitions.reduce((sum, { end, committed }) => sum + end - committed, 0n)),
      revoked: () => {},
      record: record => void seen.push(record.key),
    },
  )
  const expected = Number(await ends.promise)
  await eventually(() => expect(seen).toHaveLength(expected))
  await consumer.close()
  return seen
}

describe('running a consumer', () => {
  it('handles every record once and commits all of them when it stops', async () => {
    const handled: string[] = []
    await send(keys(2_000))
    const consumer = await run({ handler: noting(handled) })
    await eventually(() => expect(handled).toHaveLength(2_000))
    expect(new Set(handled).size).toBe(2_000)
    expect(await consumer.stop(1_000)).toBe(0)
    expect(await readAgain()).toEqual([])
  })

  it('commits while it runs, so that a crash repeats little', async () => {
    const consumer = await run({ limits: { commitEveryMs: 20 } })
    await send(keys(50))
    await eventually(() => expect(committedInFile()).toBe(50))
    expect(consumer.openRecords()).toBe(0)
  })

  it('goes on with other records while one waits for its next attempt', async () => {
    const handled: string[] = []
    const attempts: number[] = []
    await run({
      async handler(record, { attempt }) {
        if (record.key !== 'slow') return noting(handled)(record)
        attempts.push(attempt)
        return attempts.length < 3 ? { kind: 'retry', afterMs: 100 } : done
      },
    })
    await send(['slow', ...keys(100)])
    await eventually(() => expect(handled).toHaveLength(100))
    expect(attempts.length).toBeLessThan(3)
    await eventually(() => expect(attempts).toEqual([1, 2, 3]))
  })

  it('tries a record again whose handler throws, and tells of the error', async () => {
    const errors: unknown[] = []
    let attempts = 0
    const consumer = await run({
      async handler() {
        if (++attempts === 1) throw new TypeError('boom')
        return done
      },
      onHandlerError: error => errors.push(error),
    })
    await send(['a'])
    await eventually(() => expect(attempts).toBe(2))
    expect(errors).toEqual([new TypeError('boom')])
    await eventually(() => expect(consumer.openRecords()).toBe(0))
  })

  it('completes a dead record only when it has been set aside', async () => {
    const kept = Promise.withResolvers<void>()
    const dead: string[] = []
    const consumer = await run({
      handler: async () => ({ kind: 'dead', reason: 'not decodable' }),
      async onDead(record, reason) {
        dead.push(`${record.key}: ${reason}`)
        await kept.promise
      },
    })
    await send(['poison'])
    await eventually(() => expect(dead).toEqual(['poison: not decodable']))
    expect(consumer.openRecords()).toBe(1)
    expect(Date.now() - (consumer.oldestOpenAt() ?? 0)).toBeLessThan(60_000)
    kept.resolve()
    await eventually(() => expect(consumer.openRecords()).toBe(0))
    expect(consumer.oldestOpenAt()).toBeUndefined()
  })

  it('stops reading a partition of which too much is open, and goes on at half of it', async () => {
    const finishing: (() => void)[] = []
    const flow: boolean[] = []
    const consumer = await run({
      handler: () => new Promise<HandlingOutcome>(resolve => finishing.push(() => resolve(done))),
      limits: { maxOpenRecords: 10 },
      onFlow: (_, isPaused) => flow.push(isPaused),
    })
    await send(Array.from({ length: 300 }, (_, index) => `k${index}`))
    await eventually(() => expect(flow).toEqual([true, true, true]))
    expect(consumer.openRecords()).toBe(33)
    let handled = 0
    await eventually(() => {
      for (const finish of finishing.splice(0)) {
        handled++
        finish()
      }
      expect(handled).toBe(300)
    })
    await eventually(() => expect(consumer.openRecords()).toBe(0))
  })

  it('stops reading all partitions when what it holds for open records is too much', async () => {
    const opened: string[] = []
    const never = Promise.withResolvers<HandlingOutcome>()
    const consumer = await run({
      handler: waiting(opened, never.promise),
      limits: { maxOpenBytes: 5_000, heldForEachBytes: 1_000 },
    })
    await send(keys(30))
    await eventually(() => expect(opened).toHaveLength(5))
    expect(consumer.openRecords()).toBe(5)
    never.resolve(done)
    await eventually(() => expect(opened).toHaveLength(30))
  })

  it('drops an event that is open when it comes again, and commits past it', async () => {
    const gate = Promise.withResolvers<HandlingOutcome>()
    const handled: string[] = []
    const consumer = await run({ handler: waiting(handled, gate.promise) })
    await send(['twice', 'twice', 'twice'])
    await eventually(() => expect(handled).toEqual(['twice']))
    gate.resolve(done)
    expect(await consumer.stop(1_000)).toBe(0)
    expect(await readAgain()).toEqual([])
  })

  it('drops it, too, where it lies on another partition, as senders place it that go by its key or by another partition key', async () => {
    const gate = Promise.withResolvers<HandlingOutcome>()
    const handled: string[] = []
    const consumer = await run({ handler: waiting(handled, gate.promise) })
    const event = { key: 'twice', value: Buffer.from('twice'), headers: {} }
    const placed = keys(20).map(partitionKey => ({ ...event, partitionKey }))
    await bus.send(topic, [event, ...placed])
    await send(['last'])
    await eventually(() => expect(handled).toEqual(['twice', 'last']))
    gate.resolve(done)
    expect(await consumer.stop(1_000)).toBe(0)
    expect(await readAgain()).toEqual([])
  })

  it.each(['', 'one key'])('sets aside each record of the key %j, as it is no copy of another one', async key => {
    const setAside: bigint[] = []
    const gate = Promise.withResolvers<void>()
    const consumer = await run({
      handler: async () => ({ kind: 'dead', reason: 'not decodable' }),
      async onDead({ offset }) {
        await gate.promise
        setAside.push(offset)
      },
    })
    const unlike = Array.from({ length: 50 }, (_, index) => ({ key, value: Buffer.from(`${index}`), headers: {} }))
    await bus.send(topic, unlike)
    await eventually(() => expect(consumer.openRecords()).toBe(50))
    gate.resolve()
    await eventually(() => expect(setAside).toHaveLength(50))
  })

  it('lets what is in flight end when it stops, and gives back what does not end in time', async () => {
    const gates = new Map<string, PromiseWithResolvers<HandlingOutcome>>()
    const consumer = await run({
      handler(record) {
        const gate = Promise.withResolvers<HandlingOutcome>()
        gates.set(record.key, gate)
        return gate.promise
      },
    })
    await send(['quick', 'stuck'])
    await eventually(() => expect(gates.size).toBe(2))
    const stopped = consumer.stop(200)
    gates.get('quick')?.resolve(done)
    expect(await stopped).toBe(1)
    expect(await readAgain()).toContain('stuck')
  })

  it('does not wait for the next attempt of a record when it stops: it comes again', async () => {
    let attempts = 0
    const consumer = await run({
      handler: async () => {
        attempts++
        return { kind: 'retry', afterMs: 60_000 }
      },
    })
    await send(['later'])
    await eventually(() => expect(attempts).toBe(1))
    await consumer.stop(10_000)
    expect(await readAgain()).toEqual(['later'])
  })

  it('leaves to a newer member what it has not finished, and commits nothing over its head', async () => {
    const gate = Promise.withResolvers<HandlingOutcome>()
    const handled: string[] = []
    const old = await run({
      handler: waiting(handled, gate.promise),
      limits: { commitEveryMs: 10 },
    })
    await send(keys(5))
    await eventually(() => expect(handled).toHaveLength(5))
    const taken: string[] = []
    await run({ handler: noting(taken), limits: { commitEveryMs: 10 } })
    await eventually(() => expect(taken.sort()).toEqual(keys(5)))
    gate.resolve(done)
    expect(await old.stop(1_000)).toBe(0)
  })
})

function committedInFile(): number {
  const database = new DatabaseSync(join(directory, 'bus.db'), { readOnly: true })
  const row = database.prepare('SELECT sum(offset) AS n FROM commits').get()
  database.close()
  return Number(row?.n)
}
