import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { IncomingRecord } from './port.ts'
import { createSoleHolds, type SoleHold } from './sole-holds.ts'

const recordAt = (offset: bigint, isFirst: boolean, { partition = 0, agedMs = 0 } = {}): IncomingRecord => ({
  topic: 't',
  partition,
  offset,
  key: '',
  value: new Uint8Array(),
  headers: {},
  at: new Date(Date.now() - agedMs),
  ...(isFirst ? { isFirst } : {}),
})

const startAt = (end: bigint, partition = 0) => [{ partition, committed: 0n, end, lost: 0n }]

function createGroup() {
  const group = { isSettled: true }
  const holds = createSoleHolds()
  holds.connect({ isSettled: () => group.isSettled })
  return { group, holds }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('assigned' as const), end: fc.bigInt({ min: 0n, max: 9n }) }),
  fc.constant({ kind: 'revoked' as const }),
  fc.record({ kind: fc.constant('settled' as const), isSettled: fc.boolean() }),
  fc.record({
    kind: fc.constant('take' as const),
    offset: fc.bigInt({ min: 0n, max: 12n }),
    isFirst: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 2 }),
    agedMs: fc.constantFrom(0, 500, 10_000),
  }),
  fc.record({ kind: fc.constant('release' as const), at: fc.nat({ max: 5 }) }),
)

const isAhead = ({ offset, agedMs }: { offset: bigint; agedMs: number }, end: bigint | undefined) =>
  end !== undefined && offset >= end && agedMs < 5_000

describe('holding a record alone', () => {
  it('is given for what nobody can have had, and for nothing else', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), taken => {
        const { group, holds } = createGroup()
        let end: bigint | undefined
        for (const next of taken) {
          if (next.kind === 'assigned') {
            end = next.end
            holds.assigned(startAt(next.end))
          }
          if (next.kind === 'revoked') {
            end = undefined
            holds.revoked([0])
          }
          if (next.kind === 'settled') group.isSettled = next.isSettled
          if (next.kind !== 'take') continue
          const { offset, isFirst, attempt, agedMs } = next
          const mayBeAlone = isFirst && attempt === 1 && group.isSettled && isAhead({ offset, agedMs }, end)
          expect(holds.take(recordAt(offset, isFirst, { agedMs }), attempt) !== undefined).toBe(mayBeAlone)
        }
      }),
    )
  })

  it('keeps the member from giving anything up until the last one is released, however often each is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async taken => {
        const { holds } = createGroup()
        holds.assigned(startAt(0n))
        const held = new Set<SoleHold>()
        const all: SoleHold[] = []
        for (const next of taken) {
          if (next.kind === 'take') {
            const hold = holds.take(recordAt(next.offset, true), 1)
            if (hold) all.push(hold)
            if (hold) held.add(hold)
          }
          const hold = next.kind === 'release' ? all[next.at] : undefined
          hold?.release()
          if (hold) held.delete(hold)
          const isFree = await Promise.race([holds.released().then(() => true), new Promise(setImmediate)])
          expect(isFree === true).toBe(held.size === 0)
        }
        const released = holds.released()
        for (const hold of all) hold.release()
        await released
      }),
      { numRuns: 30 },
    )
  })

  it('is waited for no longer, and is not sure, once its partition was given anew or taken away', async () => {
    const { holds } = createGroup()
    for (const end of [() => holds.assigned(startAt(0n)), () => holds.revoked([0])]) {
      holds.assigned(startAt(0n))
      const hold = holds.take(recordAt(0n, true), 1)
      const released = holds.released()
      end()
      await released
      expect(hold?.isSure()).toBe(false)
      hold?.release()
      await holds.released()
    }
  })

  it('is sure no longer once the group shares out anew, or it is released', () => {
    const { group, holds } = createGroup()
    holds.assigned(startAt(0n))
    const hold = holds.take(recordAt(0n, true), 1)
    expect(hold?.isSure()).toBe(true)
    group.isSettled = false
    expect(hold?.isSure()).toBe(false)
    group.isSettled = true
    hold?.release()
    expect(hold?.isSure()).toBe(false)
  })

  it('is given to nobody before the member has joined, nor in a partition that it was not given', () => {
    const holds = createSoleHolds()
    holds.assigned(startAt(0n))
    expect(holds.take(recordAt(0n, true), 1)).toBeUndefined()
    holds.connect({ isSettled: () => true })
    expect(holds.take(recordAt(0n, true, { partition: 1 }), 1)).toBeUndefined()
    expect(holds.take(recordAt(0n, true), 1)).toBeDefined()
  })
})
