import { describe, expect, it } from '@jest/globals'
import { judgePoison, type Newer, type Poison } from './judge-poison.ts'

const garbage: Poison = { name: 'no event', fate: 'set-aside', levelAfterMs: 1_000, reason: 'it is no frame' }
const newer: Newer = { offset: 7, committed: 7, alarms: 2, isSetAside: false, othersBehind: [] }
const found = (poison: Partial<Poison> = {}, event: Partial<Newer> = {}) =>
  judgePoison({ poisons: [{ ...garbage, ...poison }], newer: { ...newer, ...event }, withinMs: 10_000 }).findings

describe('poison', () => {
  it('is out of the way in time, with its reason', () => {
    expect(found()).toEqual([])
    expect(found({ levelAfterMs: 10_000 })).toEqual([])
    expect(found({ levelAfterMs: 10_001 })).toEqual([
      'no event: its partition was level after 10001 ms, not within 10000',
    ])
    expect(found({ levelAfterMs: undefined })).toEqual(['no event: its partition was level never, not within 10000'])
  })

  it('is not lost without a trace', () => {
    expect(found({ reason: undefined })).toEqual(['no event: was not set aside with a reason'])
    expect(found({ reason: '' })).toHaveLength(1)
  })

  it('is nothing that could be handled', () => {
    expect(found({ fate: 'handled', reason: undefined })).toEqual([])
    expect(found({ fate: 'handled' })).toEqual(['no event: was set aside: it is no frame'])
  })
})

describe('an event of a newer version', () => {
  it('is kept where it is, and somebody is told', () => {
    expect(found({}, { committed: 8 })).toEqual(['the newer event was passed, and nobody will handle it'])
    expect(found({}, { isSetAside: true })).toEqual(['the newer event was set aside as poison'])
    expect(found({}, { alarms: 0 })).toEqual(['nobody was told of the newer event'])
  })

  it('holds up no other partition', () => {
    expect(found({}, { othersBehind: [1, 2] })).toEqual(['the newer event held up the partitions 1, 2'])
  })
})
