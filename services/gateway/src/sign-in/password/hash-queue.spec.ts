import { describe, expect, it } from '@jest/globals'
import { createHashQueue } from './hash-queue.ts'

const LIMITS = { atOnce: 1, waiting: 1, isWasted: (result: unknown) => result === 'wrong' }

describe('the queue of password hashes', () => {
  it('runs no more than its limit at once, all of them in the end', async () => {
    const queue = createHashQueue<string>({ ...LIMITS, atOnce: 2, waiting: 10 })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return 'done'
    }
    const results = await Promise.all(Array.from({ length: 12 }, async () => queue.run(work)))
    expect(results).toEqual(Array.from({ length: 12 }, () => 'done'))
    expect(most).toBe(2)
  })

  it('turns away what finds the queue full, and takes more when there is room again', async () => {
    const queue = createHashQueue<unknown>(LIMITS)
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = queue.run(() => promise)
    const second = queue.run(async () => {})
    expect(queue.isFull()).toBe(true)
    expect(queue.run(async () => {})).toBeUndefined()
    resolve()
    await Promise.all([first, second])
    expect(queue.isFull()).toBe(false)
    expect(await queue.run(async () => 'room')).toBe('room')
  })

  it('goes on after a failure', async () => {
    const queue = createHashQueue<string>(LIMITS)
    await expect(queue.run(() => Promise.reject(new RangeError('broken')))).rejects.toThrow('broken')
    expect(await queue.run(async () => 'next')).toBe('next')
  })
  it.each([
    ['seven times as long as it took', 20, 140],
    ['a second at most', 5_000, 1_000],
  ])('rests after a wrong password: %s', async (_, tookMs, restMs) => {
    const clock = createTestClock()
    const queue = createHashQueue<string>(LIMITS, clock)
    const guess = await queue.run(async () => {
      clock.pass(tookMs)
      return 'wrong'
    })
    expect(guess).toBe('wrong')
    let hasBegun = false
    const next = queue.run(async () => {
      hasBegun = true
      return 'right'
    })
    await Promise.resolve()
    expect([clock.rests(), hasBegun]).toEqual([[restMs], false])
    clock.wake()
    expect(await next).toBe('right')
    expect(clock.rests()).toEqual([restMs])
  })

  it('rests after nothing else', async () => {
    const clock = createTestClock()
    const queue = createHashQueue<string>(LIMITS, clock)
    await queue.run(async () => {
      clock.pass(20)
      return 'right'
    })
    await expect(queue.run(() => Promise.reject(new RangeError('broken')))).rejects.toThrow('broken')
    expect(clock.rests()).toEqual([])
  })
})

function createTestClock() {
  const rests: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  let now = 0
  return {
    now: () => now,
    pass(ms: number) {
      now += ms
    },
    rest(ms: number) {
      rests.push(ms)
      return promise
    },
    rests: () => rests,
    wake: resolve,
  }
}
