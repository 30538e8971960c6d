import { describe, expect, it } from '@jest/globals'
import { judgeCuts, type ToldBody } from './judge-cuts.ts'

const whole: ToldBody = { eventId: 'e1', bytes: 20_000, isMarkedCut: false }
const cut: ToldBody = { eventId: 'e1', bytes: 0, isMarkedCut: true }
const found = (fits: boolean, told: readonly ToldBody[], log = told) =>
  judgeCuts({ events: [{ eventId: 'e1', fits }], toldTargets: told, log }).findings

describe('an event', () => {
  it('is told of whole where it fits', () => {
    expect(found(true, [whole])).toEqual([])
    expect(found(true, [cut])).toHaveLength(2)
  })

  it('is told of without its body, and marked so, where it is too large', () => {
    expect(found(false, [cut])).toEqual([])
    expect(found(false, [{ ...cut, isMarkedCut: false }], [cut])).toEqual([
      'its target was told of e1, a too large event, with 0 bytes of its body, not marked as cut',
    ])
    expect(found(false, [cut], [whole])).toEqual([
      'its log was told of e1, a too large event, with 20000 bytes of its body, not marked as cut',
    ])
  })

  it('is told of', () => {
    expect(found(false, [], [cut])).toEqual(['its target was not told of e1, a too large event'])
  })
})
