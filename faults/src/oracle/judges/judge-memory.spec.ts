import { describe, expect, it } from '@jest/globals'
import { judgeMemory } from './judge-memory.ts'

const MEGABYTE = 1024 ** 2

describe('the memory of each process', () => {
  it('is no more than what it is given', () => {
    const peaks = [
      { name: 'gateway-1', bytes: 200 * MEGABYTE },
      { name: 'data', bytes: 256 * MEGABYTE },
    ]
    expect(judgeMemory(peaks, 256 * MEGABYTE)).toMatchObject({ holds: true, figure: '256 MB at most (data)' })
    expect(judgeMemory(peaks, 255 * MEGABYTE).findings).toEqual(['data had 256 MB, more than 255'])
    expect(judgeMemory([], 1).holds).toBe(true)
  })
})
