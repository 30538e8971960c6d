import { describe, expect, it } from '@jest/globals'
import { createHashQueue } from './hash-queue.ts'

describe('the queue of password hashes', () => {
  it('runs no more than its limit at once, all of them in the end', async () => {
    const queue = createHashQueue({ atOnce: 2, waiting: 10 })
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
    const queue = createHashQueue({ atOnce: 1, waiting: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = queue.run(() => promise)
    const second = queue.run(async () => {})
    expect(queue.run(async () => {})).toBeUndefined()
    resolve()
    await Promise.all([first, second])
    expect(await queue.run(async () => 'room')).toBe('room')
  })

  it('goes on after a failure', async () => {
    const queue = createHashQueue({ atOnce: 1, waiting: 1 })
    await expect(queue.run(() => Promise.reject(new RangeError('broken')))).rejects.toThrow('broken')
    expect(await queue.run(async () => 'next')).toBe('next')
  })
})
