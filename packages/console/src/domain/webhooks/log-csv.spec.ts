import { describe, expect, it } from '@jest/globals'
import { logCsv } from './log-csv.ts'

const entry = {
  _id: 'e',
  webhookId: 'w',
  eventId: 'v',
  timestamp: { $date: 0 },
  status: 'failed',
  durationMs: 4,
  attempt: 2,
  summary: 'plain',
}

describe('a log as CSV', () => {
  it('has a head, and a line for each entry', () => {
    expect(logCsv([entry])).toBe(
      'time,status,durationMs,attempt,summary,webhook,event,entry\r\n1970-01-01T00:00:00.000Z,failed,4,2,plain,w,v,e\r\n',
    )
  })
})
