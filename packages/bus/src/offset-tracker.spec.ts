import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createOffsetTracker } from './offset-tracker.ts'

const at = (partition: number, offset: number) => ({ partition, offset: BigInt(offset) })
const assigned = (partition: number, committed: number, end: number) => ({
  partition,
  committed: BigInt(committed),
  end: BigInt(end),
  lost: 0n,
})
const watermark = (tracker: ReturnType<typeof createOffsetTracker>, partition = 0) =>
  tracker.watermarks().offsets.get(partition)

function trackerFrom(committed = 0, end = 0) {
  const tracker = createOffsetTracker()
  tracker.assigned(1, [assigned(0, committed, end)])
  return tracker
}

describe('tracking offsets', () => {
  it('stands at the committed offset before anything was read, and past what retention has taken', () => {
    const tracker = createOffsetTracker()
    tracker.assigned(7, [assigned(0, 5, 9), { ...assigned(1, 5, 20), lost: 10n }])
    expect(tracker.watermarks()).toEqual({
      generation: 7,
      offsets: new Map([
        [0, 5n],
        [1, 15n],
      ]),
    })
  })

  it('never moves above an incomplete offset, however many above it are done', () => {
    const tracker = trackerFrom()
    for (let offset = 0; offset < 10; offset++) tracker.open(at(0, offset), 1)
    for (let offset = 1; offset < 10; offset++) tracker.complete(at(0, offset))
    expect(watermark(tracker)).toBe(0n)
    tracker.complete(at(0, 0))
    expect(watermark(tracker)).toBe(10n)
  })

  it('goes over gaps in the offsets', () => {
    const tracker = trackerFrom()
    tracker.open(at(0, 3), 1)
    tracker.open(at(0, 8), 1)
    tracker.complete(at(0, 3))
    expect(watermark(tracker)).toBe(8n)
    tracker.complete(at(0, 8))
    expect(watermark(tracker)).toBe(9n)
  })

  it('does not name a partition that was taken away', () => {
    const tracker = createOffsetTracker()
    tracker.assigned(1, [assigned(0, 0, 0), assigned(1, 0, 0)])
    tracker.revoked([0])
    expect([...tracker.watermarks().offsets.keys()]).toEqual([1])
    tracker.assigned(2, [assigned(0, 0, 0)])
    expect([...tracker.watermarks().offsets.keys()]).toEqual([0])
  })

  it('ignores records of a partition that is not ours', () => {
    const tracker = trackerFrom()
    tracker.revoked([0])
    expect(tracker.open(at(0, 0), 1)).toBe(false)
    expect(tracker.open(at(4, 0), 1)).toBe(false)
  })

  it('starts nothing again after a rejoin that is open or done here', () => {
    const tracker = trackerFrom()
    for (let offset = 0; offset < 3; offset++) tracker.open(at(0, offset), 1)
    tracker.complete(at(0, 1))
    tracker.assigned(2, [assigned(0, 0, 3)])
    expect([0, 1, 2].map(offset => tracker.open(at(0, offset), 1))).toEqual([false, false, false])
    tracker.complete(at(0, 0))
    expect(watermark(tracker)).toBe(2n)
  })

  it('still knows what is open when a partition comes back after somebody else had it', () => {
    const tracker = trackerFrom()
    tracker.open(at(0, 0), 5)
    tracker.open(at(0, 1), 5)
    tracker.revoked([0])
    tracker.assigned(4, [assigned(0, 0, 6)])
    expect(tracker.open(at(0, 0), 5)).toBe(false)
    expect(tracker.openBytes()).toBe(10)
    tracker.complete(at(0, 0))
    expect(watermark(tracker)).toBe(1n)
  })

  it('is not held up by what somebody else has committed meanwhile, and still counts it while it is open here', () => {
    const tracker = trackerFrom()
    tracker.open(at(0, 0), 5)
    tracker.assigned(3, [assigned(0, 4, 4)])
    expect(watermark(tracker)).toBe(4n)
    expect(tracker.openRecords(0)).toBe(1)
    tracker.complete(at(0, 0))
    expect([tracker.openRecords(0), watermark(tracker)]).toEqual([0, 4n])
  })

  it('starts again what was abandoned', () => {
    const tracker = trackerFrom()
    tracker.open(at(0, 0), 1)
    tracker.abandon(at(0, 0))
    tracker.assigned(2, [assigned(0, 0, 1)])
    expect(tracker.open(at(0, 0), 1)).toBe(true)
  })

  it('reads everything again when the group was set back, but for what is still open', () => {
    const tracker = trackerFrom(10, 10)
    tracker.open(at(0, 10), 1)
    tracker.open(at(0, 11), 1)
    tracker.complete(at(0, 10))
    tracker.assigned(2, [assigned(0, 9, 12)])
    expect([9, 10, 11].map(offset => tracker.open(at(0, offset), 1))).toEqual([true, true, false])
    tracker.complete(at(0, 9))
    tracker.complete(at(0, 10))
    expect(watermark(tracker)).toBe(11n)
    tracker.complete(at(0, 11))
    expect(watermark(tracker)).toBe(12n)
  })

  it('commits for every history no offset above an incomplete one, and starts no record twice at once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), steps => {
        const model = createModel()
        for (const action of steps) model[action.kind](action.pick)
      }),
    )
  })
})

const step = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('read' as const) },
    { weight: 5, arbitrary: fc.constant('complete' as const) },
    { weight: 1, arbitrary: fc.constantFrom('abandon' as const, 'commit' as const, 'rejoin' as const) },
  ),
  pick: fc.nat(),
})

/** One partition, its group and a tracker, compared after every step with plain sets. */
function createModel() {
  const tracker = trackerFrom()
  const open = new Set<number>()
  const done = new Set<number>()
  const partition = { generation: 1, committed: 0, position: 0, end: 0 }

  function check() {
    let lowest = 0
    while (done.has(lowest)) lowest++
    expect(Number(watermark(tracker))).toBe(lowest)
    expect(tracker.openRecords(0)).toBe(open.size)
    expect(tracker.openBytes()).toBe(open.size)
  }

  function end(pick: number, how: 'complete' | 'abandon') {
    const offset = [...open][pick % Math.max(1, open.size)]
    if (offset === undefined) return
    open.delete(offset)
    tracker[how](at(0, offset))
    if (how === 'complete') done.add(offset)
    check()
  }

  return {
    read() {
      const offset = partition.position++
      partition.end = Math.max(partition.end, partition.position)
      const isStarted = tracker.open(at(0, offset), 1)
      expect(isStarted).toBe(!open.has(offset) && !done.has(offset))
      if (isStarted) open.add(offset)
      check()
    },
    complete: (pick: number) => end(pick, 'complete'),
    abandon: (pick: number) => end(pick, 'abandon'),
    commit() {
      partition.committed = Number(watermark(tracker))
    },
    rejoin(pick: number) {
      partition.generation += 1 + (pick % 2)
      partition.position = partition.committed
      tracker.assigned(partition.generation, [assigned(0, partition.committed, partition.end)])
      check()
    },
  }
}
