import { describe, expect, it } from '@jest/globals'
import { judgeMails, type MailBatch } from './judge-mails.ts'

const mail = (deliveryId: string, recipients = ['a@example.com', 'b@example.com']) => ({ deliveryId, recipients })
const well: MailBatch = {
  name: 'well',
  recipients: 2,
  executions: [
    { deliveryId: 'd1', status: 'success' },
    { deliveryId: 'd2', status: 'success' },
  ],
  due: 2,
  counted: 'taken',
}
const down: MailBatch = { ...well, name: 'down', executions: [{ deliveryId: 'd3', status: 'failed' }], due: 0 }
const hangs: MailBatch = {
  ...down,
  name: 'hangs',
  executions: [{ deliveryId: 'd4', status: 'failed' }],
  counted: 'all',
}
const kept = { limit: 6, used: 6, batches: [well, down, hangs], taken: [mail('d1'), mail('d2')] }
const found = (changes: Partial<typeof kept> = {}) => judgeMails({ ...kept, ...changes }).findings

describe('mails within an allowance', () => {
  it('are as they have to be', () => {
    expect(found()).toEqual([])
    expect(judgeMails(kept).figure).toBe('2 mails to 4 recipients of 6, 6 counted')
  })

  it('never reach one recipient more than is allowed', () => {
    expect(found({ limit: 3, used: 3, batches: [well] })).toContain('4 recipients got a mail, 3 were allowed')
    expect(found({ limit: 5 })).toEqual(['6 recipients are counted, 5 were allowed'])
  })

  it('are counted once, given back when nobody got them, and kept when nobody knows', () => {
    expect(found({ used: 8 })).toContain('8 recipients are counted instead of 6')
    expect(found({ used: 4 })).toEqual(['4 recipients are counted instead of 6'])
  })

  it('go to all recipients or to none', () => {
    expect(found({ taken: [mail('d1'), mail('d2', ['a@example.com'])] })).toEqual([
      'well: d2 went to 1 of 2 recipients',
    ])
    expect(found({ taken: [...kept.taken, mail('d3')], limit: 10 })).toEqual([
      'down: d3 is failed, and the mail server has taken it 1 times',
    ])
  })

  it('are neither lost, doubled nor invented', () => {
    expect(found({ taken: [mail('d1')] })).toEqual(['well: d2 is success, and the mail server has taken it 0 times'])
    expect(found({ taken: [...kept.taken, mail('d2')], limit: 10 })).toEqual([
      'well: d2 is success, and the mail server has taken it 2 times',
    ])
    expect(found({ taken: [...kept.taken, mail('d9')], limit: 10 })).toEqual([
      'the mail server has taken d9, which nobody sent',
    ])
  })

  it('are sent as long as there is room', () => {
    const refused: MailBatch = { ...well, executions: [{ deliveryId: 'd1', status: 'success' }] }
    expect(found({ batches: [refused, down, hangs], taken: [mail('d1')], used: 4 })).toEqual([
      'well: 1 mails were sent instead of 2',
    ])
  })
})
