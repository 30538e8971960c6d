import { describe, expect, it } from '@jest/globals'
import { changedSearch, readAuditSearch } from './audit-search.ts'

const FULL = { action: 'key.revoked', user: 'amelia', key: 'k', id: 'w', from: 1_000, to: 2_000 } as const

describe('the address of the audit trail', () => {
  it('holds what is asked, as objects and as texts, and nothing else', () => {
    expect(readAuditSearch(FULL)).toEqual(FULL)
    const texts = Object.fromEntries(Object.entries(FULL).map(([name, value]) => [name, String(value)]))
    expect(readAuditSearch({ ...texts, more: 1 })).toEqual(FULL)
  })

  it('holds an area', () => {
    expect(readAuditSearch({ action: 'webhook.' })).toEqual({ action: 'webhook.' })
  })

  it.each([{ action: 'all' }, { from: 'yesterday' }, { to: -1 }, { user: '' }, { key: '' }])(
    'leaves out what is no value: %j',
    raw => {
      expect(readAuditSearch(raw)).toEqual({})
    },
  )

  it('is changed in part', () => {
    expect(changedSearch(FULL, { action: undefined, user: '', to: 3_000 })).toEqual({
      key: 'k',
      id: 'w',
      from: 1_000,
      to: 3_000,
    })
  })
})
