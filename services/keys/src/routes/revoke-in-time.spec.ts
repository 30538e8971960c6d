import { describe, expect, it } from '@jest/globals'
import { StoreConflictError, StoreUnavailableError } from '@sluice/store'
import { revokeInTime } from './revoke-in-time.ts'

const IDS = Array.from({ length: 10 }, (_, number) => `key-${number}`)

describe('the revocation of many keys', () => {
  it('counts those that were there, and ends when its time is over', async () => {
    let now = 0
    const revoke = async (id: string) => {
      now += 1_000
      return id !== 'key-1'
    }
    const { revoked, failure } = await revokeInTime(IDS, { revoke, limitMs: 4_000, clock: () => now })
    expect([revoked, failure]).toEqual([3, undefined])
  })

  it.each([
    [new StoreUnavailableError('away'), 'UNAVAILABLE'],
    [new StoreConflictError('Too many changes.'), 'OVERLOADED'],
  ])('says how many there were when one can not be revoked: %s', async (error, code) => {
    const revoke = async (id: string) => {
      if (id === 'key-4') throw error
      return true
    }
    const { revoked, failure } = await revokeInTime(IDS, { revoke, limitMs: 4_000, clock: () => 0 })
    expect([revoked, failure?.code]).toEqual([4, code])
  })

  it('hides no fault of ours', async () => {
    const revoke = () => Promise.reject(new RangeError('a bug'))
    await expect(revokeInTime(IDS, { revoke, limitMs: 4_000, clock: () => 0 })).rejects.toThrow('a bug')
  })
})
