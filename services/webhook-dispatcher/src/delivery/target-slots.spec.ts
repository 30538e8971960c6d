import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createTargetSlots } from './target-slots.ts'

const limits = { total: 4, perTarget: 2, waitingPerTarget: 3, maxWaitMs: 1000 }

function observed(now = () => 0, most = limits) {
  const slots = createTargetSlots(most, now)
  const started: string[] = []
  const dropped: string[] = []
  const ends: ((wasAsked: boolean) => void)[] = []
  const enter = (target: string, name = target) =>
    slots.enter(target, {
      start: () => {
        started.push(name)
        return new Promise(resolve => void ends.push(resolve))
      },
      drop: reason => void dropped.push(`${name}:${reason}`),
    })
  const endOne = async (wasAsked = true) => {
    ends.shift()?.(wasAsked)
    await new Promise(setImmediate)
  }
  return { slots, started, dropped, enter, endOne }
}

describe('slots of targets', () => {
  it('give one target its own few, and the others theirs', () => {
    const { enter, started } = observed()
    for (const target of ['slow', 'slow', 'slow', 'slow', 'other']) enter(target)
    expect(started).toEqual(['slow', 'slow', 'other'])
  })

  it('serve targets in turns', async () => {
    const { enter, started, endOne } = observed()
    for (const name of ['a1', 'a2', 'b1', 'b2', 'a3', 'a4', 'b3', 'c1']) enter(name.charAt(0), name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
    await endOne()
    await endOne()
    expect(started.slice(4)).toEqual(['b2', 'a3'])
  })

  it('leave one for a target that has none, however long the others keep theirs', async () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant('end')), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const { enter, started, endOne } = observed(() => 0, { ...limits, total: 8, perTarget: 4 })
        for (const step of sequence) {
          if (step === 'end') await endOne()
          else enter(step)
        }
        enter('new', 'new1')
        expect(started).toContain('new1')
      }),
    )
  })

  it('refuse what can not wait', () => {
    const { enter, slots } = observed()
    expect(Array.from({ length: 6 }, () => enter('slow'))).toEqual([true, true, true, true, true, false])
    expect([slots.room('slow'), slots.room('other')]).toEqual([0, 1])
    expect(enter('other')).toBe(true)
  })

  it('hold as many for a target as begin within a second at its pace, and of a slow one no more than it gets at once', async () => {
    let at = 0
    const { enter, slots, endOne } = observed(() => at, { ...limits, total: 100 })
    const deliver = async (target: string, ms: number, wasAsked = true) => {
      enter(target)
      at += ms
      await endOne(wasAsked)
    }
    expect(slots.mostHeld('new')).toBe(2)
    await deliver('slow', 5_000)
    await deliver('fast', 500)
    await deliver('instant', 1)
    await deliver('held back', 1, false)
    const targets = ['slow', 'fast', 'instant', 'held back']
    expect(targets.map(name => slots.mostHeld(name))).toEqual([2, 4, 8, 2])
    expect(targets.map(slots.room)).toEqual([2, 4, 8, 2])
    expect([1, 5.5, 100].map(part => slots.mostHeld('instant', part))).toEqual([2, 5, 8])
    await deliver('instant', 10_000)
    expect(slots.mostHeld('instant')).toBe(2)
    for (let times = 0; times < 3; times += 1) enter('fast')
    expect(slots.room('fast')).toBe(1)
  })

  it('hold no more for a target than it gets at once when what was held has waited too long', async () => {
    let at = 0
    const { enter, slots, dropped, endOne } = observed(() => at)
    enter('fast')
    await endOne()
    for (const name of ['r1', 'r2', 'w1']) enter('fast', name)
    expect(slots.mostHeld('fast')).toBe(8)
    at = 1_500
    slots.dropOverdue()
    expect({ dropped, most: slots.mostHeld('fast') }).toEqual({ dropped: ['w1:full'], most: 2 })
  })

  it('drop what has waited too long, and only that', () => {
    let at = 0
    const { enter, slots, dropped } = observed(() => at)
    for (const name of ['r1', 'r2', 'w1']) enter('slow', name)
    at = 600
    enter('slow', 'w2')
    at = 1100
    slots.dropOverdue()
    expect(dropped).toEqual(['w1:full'])
  })

  it('drop what waits when they close, and start nothing more', async () => {
    const { enter, slots, dropped, started, endOne } = observed()
    for (const name of ['r1', 'r2', 'w1']) enter('slow', name)
    slots.close()
    await endOne()
    expect({ dropped, started, entered: enter('slow') }).toEqual({
      dropped: ['w1:stopped'],
      started: ['r1', 'r2'],
      entered: false,
    })
  })

  it('never pass a limit, and end every job', async () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('end')), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const { enter, slots, started, endOne } = observed()
        let entered = 0
        for (const step of sequence) {
          if (step === 'end') await endOne()
          else if (enter(step)) entered += 1
          expect(slots.running()).toBeLessThanOrEqual(limits.total)
          expect(slots.waiting()).toBeLessThanOrEqual(4 * limits.waitingPerTarget)
        }
        for (let left = 0; left < entered; left += 1) await endOne()
        expect(started).toHaveLength(entered)
        expect(slots.running() + slots.waiting()).toBe(0)
      }),
    )
  })
})
