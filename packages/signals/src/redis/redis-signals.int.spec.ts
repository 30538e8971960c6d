import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startOwnBackend } from '@sluice/testkit/backends'
import { Redis } from 'ioredis'
import { describeSignals } from '../conformance/index.ts'
import { createSignalRecorder } from '../conformance/recorder.ts'
import { SignalsUnavailableError } from '../errors.ts'
import type { Signals } from '../port.ts'
import { createRedisSignals } from './index.ts'

const describeHere = isAbsent('redis') ? describe.skip : describe

describeHere('on a server', () =>
  describeSignals('Redis', async () => {
    const backend = await startOwnBackend('redis')
    const open = new Set<Signals>()

    const untilAll = (isConnected: boolean) =>
      eventually(() => [...open].every(signals => signals.isConnected() === isConnected))

    return {
      async connect() {
        const signals = createRedisSignals({ url: backend.address })
        open.add(signals)
        await eventually(signals.isConnected)
        return {
          ...signals,
          async close() {
            open.delete(signals)
            await signals.close()
          },
        }
      },
      async interrupt() {
        await backend.kill()
        await untilAll(false)
      },
      async restore() {
        await backend.restart()
        await untilAll(true)
      },
      patienceMs: 5_000,
      stop: () => backend.stop(),
    }
  }),
)

describeHere('signals over a Redis that fails', () => {
  let backend: Backend
  let here: Signals
  let there: Signals

  const within = async (limitMs: number, task: () => unknown) => {
    const startedAt = performance.now()
    await task()
    expect(performance.now() - startedAt).toBeLessThan(limitMs)
  }

  const restart = async () => {
    await backend.kill()
    await backend.restart()
  }

  beforeAll(async () => {
    backend = await startOwnBackend('redis')
  }, 60_000)
  afterAll(() => backend?.stop())
  beforeEach(async () => {
    here = createRedisSignals({ url: backend.address })
    there = createRedisSignals({ url: backend.address })
    await eventually(() => here.isConnected() && there.isConnected())
  })
  afterEach(async () => {
    await here.close()
    await there.close()
  })

  it('knows within 3 s that a frozen server does not answer, though its connections are open', async () => {
    backend.freeze()
    try {
      await within(3_000, () => eventually(() => !here.isConnected()))
    } finally {
      backend.thaw()
    }
    await eventually(here.isConnected)
  })

  it('rejects a notice within 3 s when the server has just frozen, and at once when that is known', async () => {
    backend.freeze()
    try {
      await within(3_000, () => expect(here.publish('c', 'x')).rejects.toThrow(SignalsUnavailableError))
      await eventually(() => !here.isConnected())
      await within(50, () => expect(here.publish('c', 'x')).rejects.toThrow(SignalsUnavailableError))
      await within(3_000, () =>
        expect(here.subscribe('c', { message() {}, gap() {} })).rejects.toThrow(SignalsUnavailableError),
      )
    } finally {
      backend.thaw()
    }
    await eventually(here.isConnected)
  }, 15_000)

  it('tells of the gap after the server has thawed, and brings what comes then', async () => {
    const theirs = createSignalRecorder(5_000)
    await there.subscribe('c', theirs.listener)
    backend.freeze()
    try {
      await eventually(() => !here.isConnected() && !there.isConnected())
    } finally {
      backend.thaw()
    }
    await within(5_000, theirs.untilGap)
    await eventually(here.isConnected)
    await here.publish('c', 'after')
    await theirs.untilHeard('after')
  }, 15_000)

  it('is well again within 2 s of a restart, and every subscriber of every channel hears of the gap', async () => {
    const recorders = ['a', 'b', 'b'].map(channel => ({ channel, ...createSignalRecorder(5_000) }))
    for (const { channel, listener } of recorders) await there.subscribe(channel, listener)
    await restart()
    await within(2_000, () => Promise.all(recorders.map(({ untilGap }) => untilGap())))
    await eventually(here.isConnected)
    for (const { channel, untilHeard } of recorders) {
      await here.publish(channel, 'after')
      await untilHeard('after')
    }
  })

  it('tells of the gap when only its connection was cut', async () => {
    const theirs = createSignalRecorder(5_000)
    await there.subscribe('c', theirs.listener)
    const admin = new Redis(backend.address)
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await theirs.untilGap()
    await eventually(() => here.isConnected() && there.isConnected())
    await here.publish('c', 'after')
    await theirs.untilHeard('after')
    admin.disconnect()
  })

  it('comes up by itself when the server starts later than it, and never throws into the process', async () => {
    await backend.kill()
    const errors: unknown[] = []
    const early = createRedisSignals({ url: backend.address, onConnectionError: error => errors.push(error) })
    await expect(early.subscribe('c', { message() {}, gap() {} })).rejects.toThrow(SignalsUnavailableError)
    await backend.restart()
    await within(3_000, () => eventually(early.isConnected))
    expect(errors.length).toBeGreaterThan(0)
    await early.close()
  })

  it('keeps installations apart by their prefix', async () => {
    const [ours, theirs] = [createSignalRecorder(5_000), createSignalRecorder(5_000)]
    const other = createRedisSignals({ url: backend.address, prefix: 'other.' })
    await eventually(other.isConnected)
    await here.subscribe('c', ours.listener)
    await other.subscribe('c', theirs.listener)
    await other.publish('c', 'for the other')
    await here.publish('c', 'for us')
    await Promise.all([ours.untilHeard('for us'), theirs.untilHeard('for the other')])
    expect([ours.heard, theirs.heard]).toEqual([['for us'], ['for the other']])
    await other.close()
  })
})
