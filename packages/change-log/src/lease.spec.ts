import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createLease } from './lease.ts'

const at = (monotonicMs: number, wallMs = monotonicMs) => ({ monotonicMs, wallMs })
const always = () => true

function leaseSentAt(sentAt: ReturnType<typeof at>) {
  const lease = createLease<string>(15_000)
  lease.offer(sentAt, 'target')
  lease.settle(always)
  return lease
}

describe('the lease', () => {
  it('is not held before a poll was answered', () => {
    const lease = createLease<string>(15_000)
    expect(lease.isHeld(at(0))).toBe(false)
    expect(lease.secondsSince(at(0))).toBe(Number.POSITIVE_INFINITY)
  })

  it('counts from the moment the poll was sent, however late its answer came', () => {
    const lease = leaseSentAt(at(1_000))
    expect(lease.isHeld(at(15_999))).toBe(true)
    expect(lease.isHeld(at(16_000))).toBe(false)
    expect(lease.secondsSince(at(4_000))).toBe(3)
  })

  it('is over when the wall clock alone says so: the machine slept', () => {
    const lease = leaseSentAt(at(1_000, 1_000))
    expect(lease.isHeld(at(1_100, 16_000))).toBe(false)
  })

  it('is over when the monotonic clock alone says so: the wall clock was set back', () => {
    const lease = leaseSentAt(at(1_000, 1_000))
    expect(lease.isHeld(at(16_000, -3_600_000))).toBe(false)
  })

  it('is never made longer by any step of the wall clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer(), (elapsed, step) => {
        const lease = leaseSentAt(at(0, 0))
        return elapsed < 15_000 || !lease.isHeld(at(elapsed, elapsed + step))
      }),
    )
  })

  it('gives nothing for a poll whose findings are not applied, and the lease before it goes on meanwhile', () => {
    const lease = leaseSentAt(at(0))
    lease.offer(at(10_000), 'behind')
    lease.settle(target => target !== 'behind')
    expect(lease.isHeld(at(14_999))).toBe(true)
    expect(lease.isHeld(at(15_000))).toBe(false)
    lease.settle(always)
    expect(lease.isHeld(at(24_999))).toBe(true)
  })

  it('takes the newest poll that everybody has applied', () => {
    const lease = createLease<number>(15_000)
    for (const sent of [1_000, 2_000, 3_000]) lease.offer(at(sent), sent)
    lease.settle(target => target <= 2_000)
    expect(lease.secondsSince(at(10_000))).toBe(8)
  })

  it('is renewed under any stream of polls as long as the followers get there within the lease', () => {
    const lease = createLease<number>(15_000)
    for (let now = 0; now <= 60_000; now += 10) {
      lease.offer(at(now), now)
      lease.settle(target => target <= now - 3_000)
      if (now > 3_100) expect(lease.isHeld(at(now))).toBe(true)
    }
  })
})
