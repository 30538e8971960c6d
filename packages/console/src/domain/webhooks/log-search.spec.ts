import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  readDeliveriesSearch,
  readEntrySearch,
  readNewHookSearch,
  readOneHookSearch,
  readRecordingSearch,
} from './log-search.ts'

const NAMES = ['id', 'entry', 'tab', 'status', 'from', 'to', 'path', 'statusCode', 'q', 'webhook', 'target', 'type']

describe('the address of a log', () => {
  it('says which entries are shown', () => {
    const search = {
      id: 'orders',
      tab: 'logs' as const,
      status: 'failed' as const,
      from: 1_764_000_000_000,
      to: 1_764_003_000_000,
      path: '/routes',
      statusCode: '5xx',
      q: 'refused',
    }
    expect(readOneHookSearch(search)).toEqual(search)
  })

  it.each([
    [{ status: 'unknown' }],
    [{ from: 'yesterday' }],
    [{ from: -1 }],
    [{ to: 8_640_000_000_000_001 }],
    [{ tab: 'other' }],
    [{ q: { a: 1 } }],
  ])('leaves out what is no value: %j', raw => {
    expect(readOneHookSearch({ id: 'a', ...raw })).toEqual({ id: 'a' })
  })

  it('of all webhooks knows no skipped entries', () => {
    expect(readDeliveriesSearch({ status: 'skipped', webhook: 'orders' })).toEqual({ webhook: 'orders' })
  })

  it.each([readOneHookSearch, readDeliveriesSearch, readEntrySearch, readNewHookSearch, readRecordingSearch])(
    'read twice is the same, whatever stands in it: %p',
    read => {
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue()), raw => {
          const once = read(raw)
          expect(read(once)).toEqual(once)
        }),
      )
    },
  )
})
