import { describe, expect, it } from '@jest/globals'
import type { Bus, Consumer } from '@sluice/bus'
import { watchBus } from './watch-bus.ts'

const listener = { assigned() {}, revoked() {}, record() {} }

function scene() {
  const state = { now: 0, isAway: false, heardAt: 0 }
  const consumer: Consumer = {
    commit: async () => {},
    pause() {},
    resume() {},
    lastHeartbeatAt: () => state.heardAt,
    countUnread: async () => 0,
    stop: async () => {},
    close: async () => {},
  }
  const bus: Bus = {
    createTopics: async () => {},
    send: async () => {
      if (state.isAway) throw new RangeError('away')
    },
    consume: async () => consumer,
    close: async () => {},
  }
  return { state, ...watchBus(bus, () => state.now) }
}

describe('what is said about the bus', () => {
  it('is nothing while it takes what is sent', async () => {
    const { bus, degradation } = scene()
    await bus.send('t', [])
    expect(degradation()).toEqual([])
  })

  it('is how long it has taken nothing, until it takes something again', async () => {
    const { state, bus, degradation } = scene()
    state.isAway = true
    await expect(bus.send('t', [])).rejects.toThrow('away')
    state.now = 12_000
    await expect(bus.send('t', [])).rejects.toThrow('away')
    expect(degradation()).toEqual([expect.stringContaining('12 seconds')])
    state.isAway = false
    await bus.send('t', [])
    expect(degradation()).toEqual([])
  })

  it('is which reader the brokers no longer answer, for as long as it reads', async () => {
    const { state, bus, degradation } = scene()
    const consumer = await bus.consume({ topic: 'events', group: 'g' }, listener)
    expect(degradation()).toEqual([])
    state.now = 31_000
    expect(degradation()).toEqual([expect.stringContaining('events')])
    state.heardAt = 30_000
    expect(degradation()).toEqual([])
    state.now = 90_000
    await consumer.close()
    expect(degradation()).toEqual([])
  })
})
