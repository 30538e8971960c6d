import { describe, expect, it } from '@jest/globals'
import { share } from './share.ts'

describe('shared work', () => {
  /** Work that ends when it is told to. */
  function openWork() {
    const runs: (PromiseWithResolvers<string> & { asked: string })[] = []
    const work = (asked: string) => {
      const run = { ...Promise.withResolvers<string>(), asked }
      runs.push(run)
      return run.promise
    }
    return { runs, work }
  }

  it('runs once for all who ask for the same while it runs, and apart for what is another thing', async () => {
    const { runs, work } = openWork()
    const shared = share(work, asked => asked.toLowerCase())
    const answers = [shared.run('a'), shared.run('A'), shared.run('b')]
    expect(runs.map(({ asked }) => asked)).toEqual(['a', 'b'])
    expect([shared.isRunning('A'), shared.isRunning('b'), shared.isRunning('c')]).toEqual([true, true, false])
    runs[1]?.resolve('of b')
    runs[0]?.resolve('of a')
    expect(await Promise.all(answers)).toEqual(['of a', 'of a', 'of b'])
  })

  it('is over before anybody goes on who has waited for it: whoever asks then has it run anew', async () => {
    const { runs, work } = openWork()
    const shared = share(work)
    const next = shared.run('a').then(() => [shared.isRunning('a'), shared.run('a')])
    runs[0]?.resolve('first')
    const [wasRunning, second] = await next
    runs[1]?.resolve('second')
    expect([wasRunning, await second]).toEqual([false, 'second'])
  })

  it('fails for all who share it, and runs anew after that', async () => {
    const { runs, work } = openWork()
    const shared = share(work)
    const both = Promise.allSettled([shared.run('a'), shared.run('a')])
    runs[0]?.reject(new RangeError('failed'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = shared.run('a')
    runs[1]?.resolve('well')
    expect(await again).toBe('well')
  })

  it('needs no key where there is one thing only', async () => {
    let runs = 0
    const shared = share(async () => {
      runs += 1
      return runs
    })
    expect(await Promise.all([shared.run(), shared.run()])).toEqual([1, 1])
    expect(await shared.run()).toBe(2)
  })
})
