import { describe, expect, it } from '@jest/globals'
import { auditCsv } from './audit-csv.ts'

describe('the audit trail as CSV', () => {
  it('has a line each, with what is missing as an empty cell', () => {
    const line = { at: { $date: 0 }, action: 'user.saved', actor: 'ada', from: null, subject: '@x', fields: ['a', 'b'] }
    const revoked = { ...line, key: { id: 'k', user: 'bob' }, subject: 's', fields: [], actor: null, detail: 'd' }
    expect(auditCsv([line, revoked])).toBe(
      'time,action,actor,from,subject,key,holder,fields,detail\r\n' +
        "1970-01-01T00:00:00.000Z,user.saved,ada,,'@x,,,a b,\r\n" +
        '1970-01-01T00:00:00.000Z,user.saved,,,s,k,bob,,d\r\n',
    )
  })
})
