import { describe, expect, it } from '@jest/globals'
import { attemptRecord } from './outcome.ts'
import type { IncomingRecord } from './port.ts'

const record: IncomingRecord = {
  topic: 'events',
  partition: 0,
  offset: 8n,
  at: new Date(0),
  key: '',
  value: Buffer.from('packed'),
  headers: {},
  unreadable: 'packed by snappy',
}

describe('what the bus could not read', () => {
  it('is set aside with its reason, without asking the handler, and tried again while it could not be kept', async () => {
    const asked: unknown[] = []
    const kept: unknown[] = []
    let isAway = true
    const attempt = () =>
      attemptRecord(
        {
          async handler(...given) {
            asked.push(given)
            return { kind: 'done' }
          },
          async onDead(dead, reason) {
            if (isAway) throw new Error('away')
            kept.push([dead, reason])
          },
          onHandlerError() {},
          isOutage: () => true,
        },
        record,
        { attempt: 1, takeHold: () => undefined },
      )
    expect(await attempt()).toMatchObject({ kind: 'again', isOutage: true })
    isAway = false
    expect(await attempt()).toEqual({ kind: 'complete' })
    expect([asked, kept]).toEqual([[], [[record, 'packed by snappy']]])
  })
})
