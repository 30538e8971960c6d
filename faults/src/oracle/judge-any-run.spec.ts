import { describe, it } from '@jest/globals'
import fc from 'fast-check'
import { judge } from './judge.ts'
import type { LogRow, Observations, TargetDelivery } from './observations.ts'
import { again, BARS, type SampleRequest, sampleWorld } from './testing/sample-world.ts'

const broken = (seen: Observations) =>
  judge(seen, BARS)
    .filter(({ holds }) => !holds)
    .map(({ letter }) => letter)

const anyRequest = fc.record<SampleRequest>({
  at: fc.integer({ min: 0, max: 60_000 }),
  gateway: fc.integer({ min: 0, max: 1 }),
  isAnswered: fc.boolean(),
  isEvent: fc.boolean(),
  targetStatus: fc.constantFrom<200 | 500>(200, 500),
})
const anyWorld = fc.array(anyRequest, { minLength: 1, maxLength: 30 }).map(sampleWorld)

describe('of any run', () => {
  it('a truthful one passes', () => {
    fc.assert(fc.property(anyWorld, seen => broken(seen).length === 0))
  })

  it('one entry more or less is found, wherever it is', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), fc.boolean(), (seen, place, isMore) => {
        fc.pre(seen.log.length > 0)
        const at = place % seen.log.length
        const row = seen.log[at] as LogRow
        const log = isMore ? [...seen.log, { ...row, entryId: 'extra' }] : seen.log.toSpliced(at, 1)
        return broken({ ...seen, log }).includes('G')
      }),
    )
  })

  it('one delivery lost, doubled or invented is found, wherever it is', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), fc.constantFrom('lose', 'double', 'invent'), (seen, place, what) => {
        fc.pre(seen.deliveries.length > 0)
        const at = place % seen.deliveries.length
        const delivery = seen.deliveries[at] as TargetDelivery
        const others = {
          lose: seen.deliveries.toSpliced(at, 1),
          double: [...seen.deliveries, again(delivery, 10)],
          invent: [...seen.deliveries, { ...delivery, tag: 'nobody', eventId: 'e-invented' }],
        }
        return broken({ ...seen, deliveries: others[what as keyof typeof others] }).includes(
          what === 'lose' ? 'L' : 'D',
        )
      }),
    )
  })

  it('a given up event is excused if and only if it was counted', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), fc.integer({ min: -1, max: 1 }), (seen, place, miscount) => {
        const answered = seen.sent.filter(({ answer }) => answer !== undefined)
        fc.pre(answered.length > 0 && answered.length === seen.sent.length)
        const gone = answered[place % answered.length]?.answer?.eventId
        const isOther = ({ eventId }: { eventId: string }) => eventId !== gone
        const deliveries = seen.deliveries.filter(isOther)
        const log = seen.log.filter(isOther)
        const letters = broken({ ...seen, deliveries, log, shed: 1 + miscount })
        return miscount === 0 ? letters.length === 0 : letters.join() === 'L'
      }),
    )
  })

  it('the order in which it was written down changes nothing', () => {
    const reversed = (seen: Observations): Observations => ({
      ...seen,
      sent: seen.sent.toReversed(),
      deliveries: seen.deliveries.toReversed(),
      log: seen.log.toReversed(),
    })
    fc.assert(fc.property(anyWorld, seen => broken(reversed(seen)).length === 0))
  })
})
