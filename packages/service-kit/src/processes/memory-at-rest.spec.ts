import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { memoryAtRest } from './memory-at-rest.ts'

const LOOK_MS = 5_000

describe('a process at rest', () => {
  let collections = 0
  let cpuMs = 0
  let heapBytes = 0
  const part = () => memoryAtRest({ cpuMs: () => cpuMs, heapBytes: () => heapBytes, collect: () => (collections += 1) })
  let started = part()

  beforeEach(() => {
    jest.useFakeTimers()
    collections = 0
    cpuMs = 3_000
    heapBytes = 50_000_000
    started = part()
  })
  afterEach(async () => {
    await started.stop(1_000)
    jest.useRealTimers()
  })

  /** Lets the time between two looks pass, in which the process takes so much of the processor. */
  function pass(usedMs: number): void {
    cpuMs += usedMs
    jest.advanceTimersByTime(LOOK_MS)
  }

  it('gives back what its start has left, once', async () => {
    await started.start()
    pass(30)
    expect(collections).toBe(0)
    pass(30)
    expect(collections).toBe(1)
    for (let look = 0; look < 100; look += 1) pass(30)
    expect(collections).toBe(1)
  })

  it('collects nothing while it works, and again once a load is over', async () => {
    await started.start()
    pass(900)
    pass(30)
    pass(2_000)
    pass(30)
    expect(collections).toBe(0)
    pass(30)
    expect(collections).toBe(1)
    pass(30)
    pass(4_000)
    expect(collections).toBe(1)
    pass(30)
    pass(30)
    expect(collections).toBe(2)
  })

  it.each([
    ['a few requests', [140, 140, 140, 140, 140, 140]],
    ['what a collection has cost', [2_000]],
  ])('does not collect for %s', async (_, looks) => {
    await started.start()
    pass(30)
    pass(30)
    for (const usedMs of looks) pass(usedMs)
    for (let look = 0; look < 10; look += 1) pass(30)
    expect(collections).toBe(1)
  })

  it('leaves a large heap alone, which would stand still for long, until it is smaller', async () => {
    await started.start()
    heapBytes = 300_000_000
    for (let look = 0; look < 10; look += 1) pass(30)
    expect(collections).toBe(0)
    heapBytes = 200_000_000
    pass(30)
    expect(collections).toBe(1)
  })

  it('looks no more once it is stopped', async () => {
    await started.start()
    await started.stop(1_000)
    pass(30)
    pass(30)
    expect(collections).toBe(0)
  })

  it('has a collector that gives memory back', async () => {
    const own = memoryAtRest({ cpuMs: () => cpuMs, heapBytes: () => 0 })
    await own.start()
    const before = process.memoryUsage().heapUsed
    const left = Array.from({ length: 300_000 }, (_, at) => ({ at }))
    const grown = process.memoryUsage().heapUsed - before
    left.length = 0
    pass(30)
    pass(30)
    jest.useRealTimers()
    await eventually(async () => expect(process.memoryUsage().heapUsed - before).toBeLessThan(grown / 2))
    await own.stop(1_000)
  })
})
