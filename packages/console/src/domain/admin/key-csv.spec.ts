import { describe, expect, it } from '@jest/globals'
import { keyCsv } from './key-csv.ts'

describe('keys as CSV', () => {
  it('have a line each, with times that programs read', () => {
    const key = {
      _id: 'k',
      user: '=cmd|x',
      name: 'nightly, import',
      hint: 'x7Qd',
      roles: ['a', 'b'],
      createdAt: { $date: 0 },
      expiresAt: { $date: 1 },
    }
    expect(keyCsv([key, { _id: 'h' }])).toBe(
      'user,name,hint,roles,createdAt,expiresAt,lastUsedAt,key\r\n' +
        `'=cmd|x,"nightly, import",x7Qd,a b,1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.001Z,,k\r\n` +
        ',,,,,,,h\r\n',
    )
  })
})
