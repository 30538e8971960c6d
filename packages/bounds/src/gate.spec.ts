import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createGate } from './gate.ts'

const works = fc.array(fc.record({ weight: fc.integer({ min: 0, max: 7 }), isFailing: fc.boolean() }))

describe('a gate', () => {
  it('never lets more in than it may, and everyone in the end, in turn, whoever fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.scheduler(), works, async (limit, scheduler, given) => {
        const pass = createGate(limit)
        const begun: number[] = []
        let [inside, most] = [0, 0]
        const ends = given.map(({ weight, isFailing }, at) => {
          const taken = Math.min(weight, limit)
          const work = async () => {
            begun.push(at)
            inside += taken
            most = Math.max(most, inside)
            await scheduler.schedule(Promise.resolve())
            inside -= taken
            if (isFailing) throw new RangeError('failed')
          }
          return pass(work, weight).catch(() => undefined)
        })
        await scheduler.waitFor(Promise.all(ends))
        expect(most).toBeLessThanOrEqual(limit)
        expect(begun).toEqual(given.map((_, at) => at))
      }),
    )
  })
})
