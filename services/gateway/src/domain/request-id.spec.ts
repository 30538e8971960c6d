import { describe, expect, it } from '@jest/globals'
import { validate, version } from 'uuid'
import { newRequestId } from './request-id.ts'

describe('a request id', () => {
  it('is a UUIDv7 that begins with its time', () => {
    const id = newRequestId(0x0192f0c0abcd)
    expect([validate(id), version(id)]).toEqual([true, 7])
    expect(id.startsWith('0192f0c0-abcd-7')).toBe(true)
  })

  it('is another one each time, and sorts by time', () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => newRequestId(1_800_000_000_000 + at))
    expect(new Set(ids.map(id => id.slice(15))).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
  })
})
