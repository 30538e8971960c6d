import { describe, expect, it } from '@jest/globals'
import type { TargetDelivery } from '../observations.ts'
import { START, sampleWorld } from '../testing/sample-world.ts'
import { judgeDelays, judgeIsolation } from './judge-isolation.ts'

const request = { gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 } as const
const world = sampleWorld([
  { ...request, at: 0 },
  { ...request, at: 1_000 },
])
const calm = { from: START, to: START + 500 }
const phase = { name: 'hostile targets', from: START + 900, to: START + 2_000 }

/** Each delivery so long after the answer to its request. */
const delayed = (delays: Readonly<Record<string, number>>): TargetDelivery[] =>
  world.deliveries.map(delivery => {
    const { endedAt = 0 } = world.sent.find(({ tag }) => tag === delivery.tag) ?? {}
    return { ...delivery, receivedAt: endedAt + (delays[delivery.tag] ?? 0) }
  })
const judged = (deliveries: readonly TargetDelivery[]) =>
  judgeIsolation({ sent: world.sent, deliveries, calm, phases: [phase], factor: 2 })

describe('the deliveries to other targets', () => {
  it('are slowed by no more than the factor', () => {
    expect(judged(delayed({ t0: 100, t1: 200 }))).toMatchObject({
      holds: true,
      figure: 'p99 of other deliveries 100 → 200 ms',
    })
    expect(judged(delayed({ t0: 100, t1: 201 })).findings).toEqual([
      'other deliveries: p99 100 ms in the calm, 201 ms in "hostile targets"',
    ])
  })

  it('may be a little slower where they were very quick, as a busy machine has it', () => {
    expect(judged(delayed({ t0: 1, t1: 26 })).holds).toBe(true)
    expect(judged(delayed({ t0: 1, t1: 27 })).holds).toBe(false)
  })

  it('are those of requests that were answered', () => {
    const [first] = delayed({ t0: 100, t1: 200 })
    const unknown = { ...(first as TargetDelivery), tag: 'nobody', receivedAt: START + 60_000 }
    expect(judged([...delayed({ t0: 100, t1: 200 }), unknown]).holds).toBe(true)
  })
})

describe('delays', () => {
  it('are compared with those of the calm, in each phase, and what never comes is the longest', () => {
    const later = { name: 'slow answers', from: START + 3_000, to: START + 4_000 }
    const judgedOf = (endedAt: number | undefined) => {
      const delays = [
        { startedAt: START, endedAt: START + 1_000 },
        { startedAt: START + 1_000, endedAt: START + 3_000 },
        { startedAt: START + 3_500, endedAt },
      ]
      return judgeDelays('retries', { delays, calm, phases: [phase, later], factor: 2 })
    }
    expect(judgedOf(START + 5_500)).toMatchObject({ holds: true, figure: 'p99 of retries 1000 → 2000, 2000 ms' })
    expect(judgedOf(START + 5_501).findings).toEqual(['retries: p99 1000 ms in the calm, 2001 ms in "slow answers"'])
    expect(judgedOf(undefined).findings).toEqual(['retries: p99 1000 ms in the calm, Infinity ms in "slow answers"'])
  })
})
