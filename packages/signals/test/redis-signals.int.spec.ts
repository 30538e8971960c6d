import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startOwnBackend } from '@sluice/testkit/backends'
import { Redis } from 'ioredis'
import { describeSignals } from '../src/conformance/index.ts'
import { createSignalRecorder } from '../src/conformance/recorder.ts'
import { SignalsUnavailableError } from '../src/errors.ts'
import type { Signals } from '../src/port.ts'
import { createRedisSignals } from '../src/redis/index.ts'

const PING_EVERY_MS = 1_000
/** By default. */
const DEADLINE_MS = 2_000
/** A server that is frozen for so long is known to be, on both connections. */
const KNOWN_WITHIN_MS = PING_EVERY_MS + DEADLINE_MS + 1_000

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
    here = createRedisSignals({ url: backend.address, pingEveryMs: PING_EVERY_MS })
    there = createRedisSignals({ url: backend.address, pingEveryMs: PING_EVERY_MS })
    await eventually(() => here.isConnected() && there.isConnected())
  })
  afterEach(async () => {
    await here.close()
    await there.close()
  })

  it('knows within a second of the deadline of a ping that a frozen server does not answer, though its connections are open', async () => {
    backend.freeze()
    try {
      await within(KNOWN_WITHIN_MS, () => eventually(() => !here.isConnected()))
    } finally {
      backend.thaw()
    }
    await eventually(here.isConnected)
  }, 15_000)

  it('rejects a notice within 3 s when the server has just frozen, and at once when that is known', async () => {
    backend.freeze()
    try {
      await within(3_000, () => expect(here.publish('c', 'x')).rejects.toThrow(SignalsUnavailableError))
      expect(here.isConnected()).toBe(false)
      await within(500, () => expect(here.publish('c', 'x')).rejects.toThrow(SignalsUnavailableError))
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
      await within(KNOWN_WITHIN_MS, () => eventually(() => !here.isConnected() && !there.isConnected()))
    } finally {
      backend.thaw()
    }
    await within(5_000, theirs.untilGap)
    await eventually(here.isConnected)
    await here.publish('c', 'after')
    await theirs.untilHeard('after')
  }, 30_000)

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

  /** PINGs that the server is sent in the next `ms`, while `task` is called again and again. */
  const pingsWithin = async (ms: number, task: () => Promise<unknown> = async () => {}) => {
    const admin = new Redis(backend.address)
    const pings = async () => Number(/cmdstat_ping:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0)
    const before = await pings()
    const since = performance.now()
    const isOver = async () => {
      await task()
      return performance.now() - since > ms
    }
    await eventually(isOver, { timeoutMs: 10 * ms })
    const sent = (await pings()) - before
    admin.disconnect()
    expect(here.isConnected() && there.isConnected()).toBe(true)
    return sent
  }

  it('asks a server that says nothing no sooner than it is told to, on each connection', async () => {
    // Two processes with two connections each, which have just heard of it.
    expect(await pingsWithin(2.2 * PING_EVERY_MS)).toBeLessThanOrEqual(8)
  }, 30_000)

  it('does not ask a server that is heard of anyway, by its answers or by what it brings', async () => {
    const notice = { message() {}, gap() {} }
    await Promise.all([here.subscribe('c', notice), there.subscribe('c', notice)])
    expect(
      await pingsWithin(1.4 * PING_EVERY_MS, () => Promise.all([here.publish('c', 'x'), there.publish('c', 'x')])),
    ).toBe(0)
  }, 20_000)

  it('says what the server has against a password, and comes up by itself when that is in force', async () => {
    const admin = new Redis(backend.address)
    await admin.call('ACL', 'SETUSER', 'sluice', 'on', '>the-old-one', '~*', '&*', '+@all')
    const told: string[] = []
    let connected = 0
    const url = backend.address.replace('redis://', 'redis://sluice:the-new-one@')
    const early = createRedisSignals({
      url,
      onConnectionError: error => told.push(String(error)),
      onConnected: () => void connected++,
    })
    await eventually(() => told.some(text => text.includes('WRONGPASS')))
    expect(early.isConnected()).toBe(false)
    expect(told.join()).not.toContain('the-new-one')
    await admin.call('ACL', 'SETUSER', 'sluice', '>the-new-one')
    await within(3_000, () => eventually(early.isConnected))
    expect(connected).toBe(1)
    await early.close()
    admin.disconnect()
  })

  it('says what the server does not let us do, until it does', async () => {
    const admin = new Redis(backend.address)
    await admin.call('ACL', 'SETUSER', 'no-channels', 'on', '>secret', '~*', 'resetchannels', '+@all')
    const told: string[] = []
    const state = { isWell: false }
    const refused = createRedisSignals({
      url: backend.address.replace('redis://', 'redis://no-channels:secret@'),
      onConnectionError(error) {
        told.push(String(error))
        state.isWell = false
      },
      onConnected() {
        state.isWell = true
      },
    })
    await eventually(() => state.isWell)
    const subscribe = () => refused.subscribe('c', { message() {}, gap() {} })
    await expect(subscribe()).rejects.toThrow(SignalsUnavailableError)
    expect(told.join()).toContain('NOPERM')
    await expect(refused.publish('c', 'x')).rejects.toThrow(SignalsUnavailableError)
    await admin.call('ACL', 'SETUSER', 'no-channels', '&*')
    await subscribe()
    expect(state.isWell).toBe(false)
    await refused.publish('c', 'x')
    expect(state.isWell).toBe(true)
    await refused.close()
    admin.disconnect()
  })

  it('keeps installations apart by their prefix', async () => {
    const ours = createSignalRecorder(5_000)
    const theirs = createSignalRecorder(5_000)
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
