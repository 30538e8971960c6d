import { describe, expect, it } from '@jest/globals'
import { START_WITHIN_MS } from '../domain/claim.ts'
import { createLease } from './lease.ts'

describe('the right to send', () => {
  it('is held without asking as long as a delivery that begins now ends within it', async () => {
    let asked = 0
    const lease = createLease(
      () => START_WITHIN_MS - 1,
      async () => ++asked > 0,
    )
    expect(await lease.isHeld()).toBe(true)
    expect(asked).toBe(0)
  })

  it('is lost by whoever slept for too long, once somebody else has taken it', async () => {
    const lease = createLease(
      () => START_WITHIN_MS,
      async () => false,
    )
    expect(await lease.isHeld()).toBe(false)
    expect(await lease.isHeld()).toBe(false)
  })

  it('is as long as at first again when nobody has taken it', async () => {
    let asked = 0
    const lease = createLease(
      () => 60_000,
      async () => ++asked > 0,
    )
    expect(await lease.isHeld()).toBe(true)
    expect(await lease.isHeld()).toBe(true)
    expect(asked).toBe(1)
  })
})
