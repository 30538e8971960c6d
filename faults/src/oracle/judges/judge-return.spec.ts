import { describe, expect, it } from '@jest/globals'
import { START, sampleWorld } from '../testing/sample-world.ts'
import { judgeReturn } from './judge-return.ts'

const request = { gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 } as const
const world = sampleWorld([
  { ...request, at: 0 },
  { ...request, at: 100 },
])
const at = START + 1_000
/** The deliveries of each request so long after the return. */
const judged = (delays: Readonly<Record<string, number>>, share = 1) => {
  const deliveries = world.deliveries.map(one => ({ ...one, receivedAt: at + (delays[one.tag] ?? 0) }))
  return judgeReturn({ sent: world.sent, deliveries }, { name: 'the store', at, share, withinMs: 10_000 })
}

describe('what has waited for something', () => {
  it('comes in time after its return', () => {
    expect(judged({ t0: 2_000, t1: 10_000 })).toMatchObject({
      holds: true,
      figure: '4 deliveries waited for the store: 100 % after 10000 ms, the last after 10000',
    })
    expect(judged({ t0: 2_000, t1: 10_001 }).findings).toEqual([
      '4 deliveries waited for the store: 100 % after 10001 ms, the last after 10001, not within 10000 ms',
    ])
  })

  it('may be late where only a share is promised', () => {
    expect(judged({ t0: 2_000, t1: 30_000 }, 0.5).holds).toBe(true)
    expect(judged({ t0: 2_000, t1: 30_000 }, 0.51).holds).toBe(false)
  })

  it('is what was answered before the return and delivered after it, and there has to be some', () => {
    expect(judged({ t0: -500, t1: -400 }).findings).toEqual(['nothing has waited for the store: the row says nothing'])
    expect(judged({ t0: -500, t1: 20_000 }, 0.5).holds).toBe(false)
  })
})
