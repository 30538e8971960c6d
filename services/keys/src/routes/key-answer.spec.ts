import { describe, expect, it } from '@jest/globals'
import { type ApiKeyRecord, keyId, roleName, userId } from '@sluice/contracts'
import { issuedKey, keyAnswer, withoutHash } from './key-answer.ts'

const record: ApiKeyRecord = {
  _id: keyId.parse('k1'),
  user: userId.parse('ada'),
  name: 'ci',
  roles: [roleName.parse('reader')],
  createdAt: new Date(1000),
  expiresAt: new Date(2000),
  hash: 'a'.repeat(64),
  hint: 'wxyz',
}

describe('the answer about a key', () => {
  it('has no hash, and dates as epoch milliseconds', () => {
    expect(withoutHash(record)).toEqual({
      _id: 'k1',
      user: 'ada',
      name: 'ci',
      roles: ['reader'],
      createdAt: { $date: 1000 },
      expiresAt: { $date: 2000 },
      hint: 'wxyz',
    })
  })

  it('has lastUsedAt once the key was used', () => {
    expect(withoutHash({ ...record, lastUsedAt: new Date(1500) })).toMatchObject({ lastUsedAt: { $date: 1500 } })
  })

  it('keeps what is stored beside the known fields to itself', () => {
    const later = { ...record, previousHash: 'b'.repeat(64), previousUntil: new Date(1800) }
    expect(JSON.stringify(withoutHash(later))).not.toContain('bbbb')
    expect(withoutHash(later)).toMatchObject({ previousUntil: { $date: 1800 } })
  })

  it('is what the API description says', () => {
    expect(keyAnswer.strict().parse(withoutHash(record))).toEqual(withoutHash(record))
    const issued = { ...withoutHash(record), key: 'slk_x' }
    expect(issuedKey.strict().parse(issued)).toEqual(issued)
  })
})
