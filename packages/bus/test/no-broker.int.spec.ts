import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createRecorder } from '../src/conformance/recorder.ts'
import { BusUnavailableError } from '../src/errors.ts'
import { openKafkaBus } from '../src/kafka/index.ts'
import type { Bus } from '../src/port.ts'

const JOIN_WITHIN_MS = 6_000
const declared = [{ name: 't', partitions: 1, retentionMs: 1 }]
const { listener } = createRecorder(1_000)

const timed = async (task: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}

const refused = (tasks: readonly Promise<unknown>[]) =>
  Promise.all(tasks.map(task => expect(task).rejects.toThrow(BusUnavailableError)))

describe('the bus on a Kafka that never was there', () => {
  let bus: Bus

  beforeEach(async () => {
    bus = await openKafkaBus({ brokers: ['127.0.0.1:1'], clientId: 'test', joinTimeoutMs: JOIN_WITHIN_MS })
  })
  afterEach(() => bus.close())

  it('says where it looked, within its time limits', async () => {
    const joining = timed(() => expect(bus.consume({ topic: 't', group: 'g' }, listener)).rejects.toThrow(/g\.t/))
    expect(await joining).toBeLessThan(JOIN_WITHIN_MS + 2_500)
    const creating = timed(() => expect(bus.createTopics(declared)).rejects.toThrow(/127\.0\.0\.1:1/))
    expect(await creating).toBeLessThan(15_000)
  }, 40_000)

  it('lets go at once of what is called off', async () => {
    const calling = new AbortController()
    const { signal } = calling
    const tasks = refused([
      bus.consume({ topic: 't', group: 'g', signal }, listener),
      bus.createTopics(declared, signal),
    ])
    calling.abort()
    expect(await timed(() => tasks)).toBeLessThan(1_000)
  })

  it('lets go at once of everything when it is closed', async () => {
    const tasks = refused([bus.consume({ topic: 't', group: 'g' }, listener), bus.createTopics(declared)])
    expect(await timed(() => Promise.all([bus.close(), tasks]))).toBeLessThan(1_000)
  })
})
