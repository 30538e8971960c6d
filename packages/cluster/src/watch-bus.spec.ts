import { describe, expect, it } from '@jest/globals'
import { type Bus, type Consumer, RecordTooLargeError } from '@sluice/bus'
import { createLogger } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { createDependency } from './dependency.ts'
import { FIRST_USE, watchBus } from './watch-bus.ts'

const listener = { assigned() {}, revoked() {}, record() {} }
const logger = createLogger({ service: 'test', level: 'silent' })
const described = { name: 'kafka', place: 'Kafka', effect: 'Events wait.', advice: '', credentials: '' } as const

function scene() {
  const state = { now: 0, isAway: false, heardAt: 0, asked: 0 }
  const consumer: Consumer = {
    commit: async () => {},
    pause() {},
    resume() {},
    lastHeartbeatAt: () => state.heardAt,
    isSettled: () => true,
    countUnread: async () => 0,
    stop: async () => {},
    close: async () => {},
  }
  const answer = async () => {
    if (state.isAway) throw new RangeError('away')
  }
  const bus: Bus = {
    createTopics: () => {
      state.asked += 1
      return answer()
    },
    send: answer,
    consume: async () => {
      await answer()
      return consumer
    },
    close: async () => {},
  }
  const now = () => state.now
  return { state, ...watchBus(bus, createDependency(described, FIRST_USE, { logger, now }), now) }
}

describe('what is said about the bus', () => {
  it('is that it is missed, until it has done something', async () => {
    const { bus, degradation } = scene()
    expect(degradation()).toMatchObject({ dependency: 'kafka', since: 0 })
    await bus.send('t', [])
    expect(degradation()).toBeUndefined()
  })

  it('is since when it has taken nothing, until it takes something again', async () => {
    const { state, bus, degradation } = scene()
    await bus.createTopics([])
    state.isAway = true
    state.now = 5_000
    await expect(bus.send('t', [])).rejects.toThrow('away')
    state.now = 12_000
    await expect(bus.send('t', [])).rejects.toThrow('away')
    expect(degradation()).toMatchObject({ since: 5_000, error: 'away' })
    state.isAway = false
    await bus.createTopics([])
    expect(degradation()).toMatchObject({ error: 'away' })
    await bus.send('t', [])
    expect(degradation()).toBeUndefined()
  })

  it('is nothing where it has refused a record for its size, or was called off', async () => {
    const { bus, degradation } = scene()
    await bus.createTopics([])
    const refusing = watchBus(
      {
        ...bus,
        send: async () => {
          throw new RecordTooLargeError('large')
        },
      },
      createDependency(described, FIRST_USE, { logger }),
    )
    await refusing.bus.createTopics([])
    await expect(refusing.bus.send('t', [])).rejects.toThrow('large')
    expect(refusing.degradation()).toBeUndefined()
    expect(degradation()).toBeUndefined()
  })

  it('is which reader the brokers no longer answer, for as long as it reads', async () => {
    const { state, bus, degradation } = scene()
    const consumer = await bus.consume({ topic: 'events', group: 'g' }, listener)
    expect(degradation()).toBeUndefined()
    state.now = 31_000
    expect(degradation()).toMatchObject({ since: 0, error: expect.stringContaining('events') })
    state.heardAt = 30_000
    expect(degradation()).toBeUndefined()
    state.now = 90_000
    await consumer.close()
    expect(degradation()).toBeUndefined()
  })
})

describe('a bus of which nobody asks anything', () => {
  it('is asked whether it is there, again and again while it is not, and rarely when it is', async () => {
    const { state, degradation, keepInTouch } = scene()
    const ending = new AbortController()
    state.isAway = true
    const touching = keepInTouch(ending.signal)
    await eventually(() => state.asked > 1)
    expect(degradation()).toMatchObject({ error: 'away' })
    state.isAway = false
    await eventually(() => degradation() === undefined)
    const asked = state.asked
    state.now += 10_000
    expect(state.asked).toBe(asked)
    state.now += 10_000
    await eventually(() => state.asked === asked + 1)
    ending.abort()
    await touching
  })
})
