import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createStoreClock } from './store-clock.ts'

const HOUR_MS = 3_600_000
/** The store stamps in whole ms. */
const GRAIN_MS = 1

/** `there`, `back`: how long question and answer were on their way, in ms. */
type Trip = { there: number; back: number }

function open(wallMs: () => number = () => 0) {
  let monotonicMs = 1_000
  let aheadMs = 5_000
  let sleptMs = 0
  const clock = createStoreClock({ monotonicMs: () => monotonicMs, wallMs: () => wallMs() + monotonicMs + sleptMs })
  const storeNow = () => monotonicMs + aheadMs
  return {
    clock,
    error: () => Math.abs(clock.time() - storeNow()),
    pass(ms: number) {
      monotonicMs += ms
    },
    /** The monotonic clock stands still meanwhile. */
    sleep(ms: number) {
      sleptMs += ms
      aheadMs += ms
    },
    setStore(ms: number) {
      aheadMs = ms
    },
    read: ({ there, back }: Trip) =>
      clock.read(async () => {
        monotonicMs += there
        const answer = new Date(Math.floor(storeNow()))
        monotonicMs += back
        return answer
      }),
  }
}

describe("the store's clock", () => {
  it('is that of this machine before the first reading', () => {
    expect(open(() => 77).clock.time()).toBe(1_077)
  })

  it('is never further off than half of the quickest answer took, however slow later ones are', async () => {
    const trip = fc.record({
      there: fc.double({ min: 0, max: 900, noNaN: true }),
      back: fc.integer({ min: 0, max: 900 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(trip, { minLength: 1, maxLength: 20 }), async trips => {
        const { read, error, pass } = open()
        for (const one of trips) {
          await read(one)
          pass(2_000)
        }
        const [first] = trips.map(({ there, back }) => there + back)
        const quickest = Math.min(...trips.map(({ there, back }) => there + back))
        expect(error()).toBeLessThanOrEqual(Math.max((first ?? 0) / 2, quickest) + GRAIN_MS)
      }),
    )
  })

  it('does not move by an answer that was long on its way', async () => {
    const { clock, read, error } = open()
    await read({ there: 0.1, back: 0.1 })
    const before = clock.time()
    await read({ there: 700, back: 0 })
    expect(clock.time() - before).toBeCloseTo(700)
    expect(error()).toBeLessThanOrEqual(GRAIN_MS)
  })

  it("follows a step of the store's clock with the next reading", async () => {
    const { read, error, setStore } = open()
    await read({ there: 1, back: 1 })
    setStore(-HOUR_MS)
    await read({ there: 1, back: 1 })
    expect(error()).toBeLessThanOrEqual(2 + GRAIN_MS)
  })

  it('is sure as long as this machine has not slept since the reading was asked for, however long that is ago', async () => {
    const { clock, read, error, pass, sleep } = open()
    await read({ there: 1, back: 1 })
    pass(HOUR_MS)
    expect(clock.isSure()).toBe(true)
    sleep(60_000)
    expect(error()).toBeGreaterThan(59_000)
    expect(clock.isSure()).toBe(false)
    await read({ there: 1, back: 1 })
    expect(clock.isSure()).toBe(true)
    expect(error()).toBeLessThanOrEqual(2 + GRAIN_MS)
  })

  it('is to be read at first, then every 3.5 s, and sooner where this machine may have slept', async () => {
    const { clock, read, pass, sleep } = open()
    expect(clock.isDue()).toBe(true)
    await read({ there: 1, back: 1 })
    pass(3_400)
    expect(clock.isDue()).toBe(false)
    pass(100)
    expect(clock.isDue()).toBe(true)
    await read({ there: 1, back: 1 })
    sleep(2_000)
    expect(clock.isDue()).toBe(true)
  })

  it('stays due where the store did not say its time', async () => {
    const { clock } = open()
    const silent = async () => {
      throw new TypeError('no answer')
    }
    await expect(clock.read(silent)).rejects.toThrow('no answer')
    expect(clock.isDue()).toBe(true)
  })

  it('is not sure where this machine slept in the middle of a reading', async () => {
    const { clock, sleep } = open()
    await clock.read(async () => {
      sleep(60_000)
      return new Date(0)
    })
    expect(clock.isSure()).toBe(false)
  })
})
