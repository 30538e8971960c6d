import { describe, expect, it } from '@jest/globals'
import { createFailureLimits } from './failure-limits.ts'

describe('the limits of wrong passwords', () => {
  it('let five a minute through for a user and an address, and say how long to wait', async () => {
    const limits = createFailureLimits()
    const waits = await Promise.all(Array.from({ length: 7 }, () => limits.attempt('ann', '203.0.113.1')))
    expect(waits.filter(wait => wait === undefined)).toHaveLength(5)
    expect(Math.max(...waits.map(wait => wait ?? 0))).toBeGreaterThan(50)
    expect(await limits.attempt('ben', '203.0.113.1')).toBeUndefined()
    expect(await limits.attempt('ann', '203.0.113.2')).toBeUndefined()
  })

  it('let fifty a minute through for an address, whoever is tried', async () => {
    const limits = createFailureLimits()
    const waits = await Promise.all(Array.from({ length: 60 }, (_, index) => limits.attempt(`user-${index}`, '::1')))
    expect(waits.filter(wait => wait === undefined)).toHaveLength(50)
  })

  it('do not count right passwords', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 100; count += 1) {
      expect(await limits.attempt('ann', '203.0.113.1')).toBeUndefined()
      await limits.succeeded('ann', '203.0.113.1')
    }
  })

  it('count one user held up as no failure of everybody behind that address', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 100; count += 1) await limits.attempt('ann', '203.0.113.1')
    expect(await limits.attempt('ben', '203.0.113.1')).toBeUndefined()
  })

  it('do not let one address use up what all have together', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 25_000; count += 1) await limits.attempt(`user-${count % 100}`, '203.0.113.1')
    expect(await limits.attempt('ben', '203.0.113.2')).toBeUndefined()
  })

  it('know without counting that an attempt would be turned away, until the minute is over', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 5; count += 1) {
      expect(limits.peek('ann', '203.0.113.1')).toBeUndefined()
      await limits.attempt('ann', '203.0.113.1')
    }
    const wait = await limits.attempt('ann', '203.0.113.1')
    expect(limits.peek('ann', '203.0.113.1')).toBe(wait)
    expect(limits.peek('ben', '203.0.113.1')).toBeUndefined()
    expect(limits.peek('ann', '203.0.113.2')).toBeUndefined()
  })

  it('judge the next attempt anew when one that was under way turns out to be right', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 6; count += 1) await limits.attempt('ann', '203.0.113.1')
    expect(limits.peek('ann', '203.0.113.1')).toBeGreaterThan(0)
    for (let count = 0; count < 2; count += 1) await limits.succeeded('ann', '203.0.113.1')
    expect(limits.peek('ann', '203.0.113.1')).toBeUndefined()
    expect(await limits.attempt('ann', '203.0.113.1')).toBeUndefined()
  })

  it('ask the counts of all gateways once, and repeat their no for a while', async () => {
    let asked = 0
    const limits = createFailureLimits({
      async take(count) {
        asked += 1
        return count === 'pair' ? 40 : undefined
      },
      async giveBack() {},
    })
    expect(await limits.attempt('ann', '203.0.113.1')).toBe(40)
    expect(asked).toBe(2)
    expect(limits.peek('ann', '203.0.113.1')).toBe(40)
    expect(limits.peek('ann', '203.0.113.2')).toBeUndefined()
    await limits.succeeded('ann', '203.0.113.1')
    expect(limits.peek('ann', '203.0.113.1')).toBeUndefined()
  })

  it('take the addresses of one IPv6 network for one', async () => {
    const limits = createFailureLimits()
    for (let count = 0; count < 5; count += 1) await limits.attempt('ann', `2001:db8:1:2::${count}`)
    expect(await limits.attempt('ann', '2001:db8:1:2:3:4:5:6')).toBeGreaterThan(0)
    expect(await limits.attempt('ann', '2001:db8:1:3::1')).toBeUndefined()
    for (let count = 1; count <= 5; count += 1) await limits.attempt('ben', `2001:db8::${count}`)
    expect(await limits.attempt('ben', '2001:db8::9:5:6:7:8')).toBeUndefined()
  })
})
