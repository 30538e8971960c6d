import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { IncomingRecord } from '../../port.ts'
import { createReadingState } from './reading-state.ts'

const record = (partition: number, offset: bigint): IncomingRecord => ({
  topic: 't',
  partition,
  offset,
  key: '',
  value: new Uint8Array(),
  headers: {},
  at: new Date(0),
})

const batch = (partition: number, from: bigint, count: number) => ({
  partition,
  offset: from,
  next: from + BigInt(count),
  records: Array.from({ length: count }, (_, index) => record(partition, from + BigInt(index))),
})

const partition = fc.integer({ min: 0, max: 2 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('fetch' as const), partition, count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('late' as const), partition, count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('pause' as const), partition }),
    fc.record({ kind: fc.constant('resume' as const), partition }),
    fc.record({ kind: fc.constant('hand-out' as const), atMost: fc.integer({ min: 0, max: 8 }) }),
  ),
  { maxLength: 60 },
)

describe('reading partitions', () => {
  it('hands out every partition in order, nothing twice and nothing left out, however it is paused and cut', () => {
    fc.assert(
      fc.property(steps, taken => {
        const reading = createReadingState()
        reading.assign(new Map([0, 1, 2].map(number => [number, 10n])))
        const heard: IncomingRecord[] = []
        const handOut = (atMost: number) => {
          let left = atMost
          reading.handOut(found => left-- > 0 && heard.push(found) > 0)
        }
        for (const step of taken) {
          if (step.kind === 'fetch') {
            const wanted = reading.wanted().find(position => position.partition === step.partition)
            if (wanted) reading.keep(batch(step.partition, wanted.offset, step.count))
          }
          if (step.kind === 'late') reading.keep(batch(step.partition, 9n, step.count))
          if (step.kind === 'pause') reading.pause([step.partition])
          if (step.kind === 'resume') reading.resume([step.partition])
          if (step.kind === 'hand-out') handOut(step.atMost)
        }
        for (const number of [0, 1, 2]) {
          const offsets = heard.filter(found => found.partition === number).map(found => found.offset)
          expect(offsets).toEqual(offsets.map((_, index) => 10n + BigInt(index)))
          expect(reading.position(number)).toBe(10n + BigInt(offsets.length))
        }
      }),
    )
  })

  it('hands out nothing of a partition that is paused by the one who takes it', () => {
    const reading = createReadingState()
    reading.assign(new Map([[0, 0n]]))
    reading.keep(batch(0, 0n, 5))
    const offsets: bigint[] = []
    const take = ({ offset }: IncomingRecord) => {
      offsets.push(offset)
      if (offset === 1n) reading.pause([0])
      return true
    }
    reading.handOut(take)
    expect([offsets, reading.wanted()]).toEqual([[0n, 1n], []])
    reading.resume([0])
    reading.handOut(take)
    expect(offsets).toEqual([0n, 1n, 2n, 3n, 4n])
    expect(reading.wanted()).toEqual([{ partition: 0, offset: 5n }])
  })

  it('keeps nothing that comes for a partition that was paused, taken away or given anew meanwhile', () => {
    const reading = createReadingState()
    reading.assign(new Map([[0, 0n]]))
    reading.pause([0])
    reading.keep(batch(0, 0n, 1))
    reading.resume([0])
    reading.assign(new Map([[0, 3n]]))
    reading.keep(batch(0, 0n, 5))
    expect(reading.clear()).toEqual([0])
    reading.keep(batch(0, 3n, 1))
    const heard: IncomingRecord[] = []
    reading.handOut(found => heard.push(found) > 0)
    expect(heard).toEqual([])
  })

  it('reads on behind records that are no events', () => {
    const reading = createReadingState()
    reading.assign(new Map([[0, 0n]]))
    reading.keep({ partition: 0, offset: 0n, next: 4n, records: [] })
    reading.handOut(() => true)
    expect(reading.wanted()).toEqual([{ partition: 0, offset: 4n }])
  })
})
