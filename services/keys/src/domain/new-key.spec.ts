import { describe, expect, it } from '@jest/globals'
import { apiKeyRecord, keyId, userId } from '@sluice/contracts'
import { graceEnd, newKey } from './new-key.ts'

const identity = { id: keyId.parse('k1'), hash: 'a'.repeat(64), hint: 'wxyz' }
const wanted = { user: userId.parse('ada'), name: 'ci', roles: [], days: 2 }
const now = new Date('2026-03-28T23:30:00Z')

describe('a new key', () => {
  it('lives for whole days of 24 hours, whatever the calendar does', () => {
    expect(newKey(identity, wanted, now).expiresAt).toEqual(new Date('2026-03-30T23:30:00Z'))
  })

  it('is a valid record that has not been used', () => {
    const record = newKey(identity, wanted, now)
    expect(apiKeyRecord.parse(record)).toEqual(record)
    expect(record).not.toHaveProperty('lastUsedAt')
  })
})

describe('the old secret of a rotated key', () => {
  const expiresAt = new Date(now.getTime() + 10_000)

  it('works for its grace', () => {
    expect(graceEnd({ expiresAt }, 3, now)).toEqual(new Date(now.getTime() + 3_000))
    expect(graceEnd({ expiresAt }, 0, now)).toEqual(now)
  })

  it('never outlives the key', () => {
    expect(graceEnd({ expiresAt }, 2_592_000, now)).toEqual(expiresAt)
  })
})
