import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { START_WITHIN_MS } from '../domain/execution/claim.ts'
import { createLease } from './lease.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

describe('the right to send', () => {
  it('is held without asking as long as a delivery that begins now ends within it', async () => {
    let asked = 0
    const lease = createLease(
      () => START_WITHIN_MS - 1,
      async () => ++asked > 0,
      { isCertain: () => true },
    )
    expect(await lease.isHeld()).toBe(true)
    expect(asked).toBe(0)
  })

  it('is asked for when somebody may have taken it before its time', async () => {
    const lease = createLease(
      () => 0,
      async () => false,
      { isCertain: () => false },
    )
    expect(await lease.isHeld()).toBe(false)
  })

  it('is lost by whoever slept for too long, once somebody else has taken it', async () => {
    const lease = createLease(
      () => START_WITHIN_MS,
      async () => false,
      { isCertain: () => true },
    )
    expect(await lease.isHeld()).toBe(false)
    expect(await lease.isHeld()).toBe(false)
  })

  it('is asked for again where the answer took so long that it may be over, and is not held where each did', async () => {
    let clock = 0
    jest.spyOn(Date, 'now').mockImplementation(() => clock)
    const leaseOver = (answers: readonly number[]) => {
      const left = [...answers]
      const renew = async () => {
        clock += left.shift() ?? 0
        return true
      }
      return { lease: createLease(() => START_WITHIN_MS, renew, { isCertain: () => true }), left }
    }
    const once = leaseOver([START_WITHIN_MS, 10])
    expect(await once.lease.begin()).toBe(true)
    expect(once.left).toEqual([])
    expect(await leaseOver(Array<number>(9).fill(START_WITHIN_MS)).lease.begin()).toBe(false)
  })

  it('has begun from the moment that it was held right before the sending, and not before', async () => {
    let begun = 0
    const lease = (isOurs: boolean) =>
      createLease(
        () => START_WITHIN_MS,
        async () => isOurs,
        { isCertain: () => true, onBegun: hasBegun => (begun += hasBegun ? 1 : -1) },
      )
    expect(await lease(false).begin()).toBe(false)
    expect(await lease(true).isHeld()).toBe(true)
    expect(begun).toBe(0)
    const one = lease(true)
    expect(await one.begin()).toBe(true)
    expect(begun).toBe(1)
    one.unbegin()
    expect(begun).toBe(0)
  })

  it('is as long as at first again when nobody has taken it', async () => {
    let asked = 0
    const lease = createLease(
      () => 60_000,
      async () => ++asked > 0,
      { isCertain: () => true },
    )
    expect(await lease.isHeld()).toBe(true)
    expect(await lease.isHeld()).toBe(true)
    expect(asked).toBe(1)
  })
})
