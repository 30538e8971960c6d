import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Lane } from '../../ports/waiting-store.ts'
import { createClaimShares } from './claim-shares.ts'

const TOTAL = 40
const MOST = 4
const lane = (target: string, webhookId = 'w'): Lane => ({ webhookId, target })

describe('shares of what may be claimed', () => {
  it('are no more than may be held for a target, whichever of its webhooks has them', () => {
    const shares = createClaimShares(TOTAL)
    for (const webhookId of ['a', 'b', 'b']) shares.enter(lane('slow', webhookId))
    expect(shares.free(lane('slow', 'c'), MOST)).toBe(1)
    shares.leave(lane('slow', 'b'))
    expect(shares.free(lane('slow', 'c'), MOST)).toBe(2)
  })

  it('are first for those of which least is claimed, in their order', () => {
    const shares = createClaimShares(TOTAL)
    for (const webhookId of ['a', 'a', 'b']) shares.enter(lane('one', webhookId))
    const lanes = [lane('one', 'a'), lane('one', 'b'), lane('one', 'c'), lane('two', 'a')]
    expect(shares.inTurn(lanes)).toEqual([lane('one', 'c'), lane('two', 'a'), lane('one', 'b'), lane('one', 'a')])
  })

  it('pass no bound, and leave something for each target that has nothing, however long the others keep theirs', () => {
    const TARGETS = 10
    const steps = fc.array(fc.tuple(fc.nat(TARGETS - 1), fc.boolean()), { maxLength: 200 })
    fc.assert(
      fc.property(steps, sequence => {
        const shares = createClaimShares(TOTAL)
        const has = Array<number>(TARGETS).fill(0)
        const room = (at: number) => Math.min(shares.room(lane(`t${at}`), TARGETS), shares.free(lane(`t${at}`), MOST))
        for (const [at, isClaim] of sequence) {
          const mine = has[at] ?? 0
          const taken = isClaim ? room(at) : -Math.min(mine, 1)
          for (let count = 0; count < Math.abs(taken); count += 1) {
            if (taken > 0) shares.enter(lane(`t${at}`))
            else shares.leave(lane(`t${at}`))
          }
          has[at] = mine + taken
          expect(Math.max(...has)).toBeLessThanOrEqual(MOST)
          expect(has.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(TOTAL)
          for (const [other, held] of has.entries()) if (held === 0) expect(room(other)).toBeGreaterThan(0)
        }
      }),
    )
  })
})
