import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createGate } from './gate.ts'

describe('a gate', () => {
  it('never lets more in than it may, and everyone in the end, in turn, whoever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        fc.array(fc.boolean()),
        async (limit, s, fails) => {
          const pass = createGate(limit)
          const begun: number[] = []
          let [inside, most] = [0, 0]
          const works = fails.map((isFailing, at) =>
            pass(async () => {
              begun.push(at)
              inside += 1
              most = Math.max(most, inside)
              await s.schedule(Promise.resolve())
              inside -= 1
              if (isFailing) throw new RangeError('failed')
            }).catch(() => undefined),
          )
          await s.waitFor(Promise.all(works))
          expect(most).toBeLessThanOrEqual(limit)
          expect(begun).toEqual(fails.map((_, at) => at))
        },
      ),
    )
  })
})
