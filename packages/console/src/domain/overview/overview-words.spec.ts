import { describe, expect, it } from '@jest/globals'
import { behind, countOf, lackWords, sizeWords, triedWords } from './overview-words.ts'

describe('the words of an overview', () => {
  it('say how far a process is behind, where it can be', () => {
    const process = { missing: [], degraded: [] }
    expect(behind({ ...process, figures: {} })).toBeUndefined()
    expect(behind({ ...process, figures: { busUnreadRecords: 0 } })).toBe(0)
    expect(behind({ ...process, figures: { busUnreadRecords: 2, deliveriesWaiting: 10 } })).toBe(12)
  })

  it('say what a process lacks, and with which effect', () => {
    const degraded = [{ dependency: 'kafka', effect: 'events wait in the spool' }]
    expect(lackWords({ missing: [], degraded: [] })).toBeUndefined()
    expect(lackWords({ missing: ['the store'], degraded })).toBe('the store; kafka is away: events wait in the spool')
  })

  it.each([
    [0, '0 B'],
    [1_023, '1,023 B'],
    [1_536, '1.5 KiB'],
    [1_073_741_824, '1 GiB'],
  ])('say %i bytes as %s', (bytes, words) => {
    expect(sizeWords(bytes, 'en')).toBe(words)
  })

  it('count one thing and many', () => {
    expect([countOf(1, 'webhook'), countOf(2, 'webhook')]).toEqual(['1 webhook', '2 webhooks'])
    expect([countOf(2, 'key'), countOf(2, 'delivery')]).toEqual(['2 keys', '2 deliveries'])
    expect(triedWords({ success: 1, failed: 2 })).toBe('2 of 3 deliveries')
  })
})
