import { describe, expect, it } from '@jest/globals'
import { choiceOf, choiceWords, isNarrowed, KEY_PRESETS, presetOf, readKeysSearch, withPreset } from './key-search.ts'

const FULL = {
  user: 'amelia',
  role: 'crew',
  state: 'active',
  neverUsed: false,
  expiresWithinDays: 14,
  idleDays: 0,
  sort: '-lastUsedAt',
  page: 3,
  key: '019aa6b7',
} as const

describe('the address of all keys', () => {
  it('holds what is asked, as objects and as texts, and nothing else', () => {
    expect(readKeysSearch(FULL)).toEqual(FULL)
    const texts = Object.fromEntries(Object.entries(FULL).map(([name, value]) => [name, String(value)]))
    expect(readKeysSearch({ ...texts, more: 1 })).toEqual(FULL)
  })

  it.each([
    { state: 'gone' },
    { neverUsed: 'maybe' },
    { idleDays: '-1' },
    { idleDays: '' },
    { idleDays: '1.5' },
    { expiresWithinDays: 4_000 },
    { sort: 'hash' },
    { page: 0 },
    { user: '' },
  ])('leaves out what is no value: %j', raw => {
    expect(readKeysSearch(raw)).toEqual({})
  })

  it('holds a name of digits', () => {
    expect(readKeysSearch({ user: 7 })).toEqual({ user: '7' })
  })

  it('narrows by what the API takes, not by order, page and sheet', () => {
    const { sort: _sort, page: _page, key: _key, ...choice } = FULL
    expect(choiceOf(FULL)).toEqual(choice)
    expect(isNarrowed(choiceOf({ sort: 'user', page: 2, key: 'x' }))).toBe(false)
    expect(isNarrowed(choiceOf({ neverUsed: false }))).toBe(true)
  })
})

describe('a preset', () => {
  it.each(KEY_PRESETS)(
    '$label is recognised in the address that it makes, and keeps holder, role and order',
    ({ value, choice }) => {
      const made = withPreset(FULL, value)
      expect(made).toEqual({ user: 'amelia', role: 'crew', sort: '-lastUsedAt', ...choice })
      expect(presetOf(readKeysSearch(made))).toBe(value)
    },
  )

  it('is none for another question', () => {
    expect(presetOf({ idleDays: 30 })).toBeUndefined()
    expect(presetOf({ idleDays: 90, neverUsed: true })).toBeUndefined()
  })
})

describe('a choice of keys in words', () => {
  it('names each part', () => {
    expect(choiceWords({ idleDays: 90, user: 'amelia' })).toBe('unused for 90 days, held by amelia')
    expect(choiceWords({ state: 'expired', neverUsed: true, role: 'crew' })).toBe(
      'expired, never used, with the role crew',
    )
    expect(choiceWords({ expiresWithinDays: 1 })).toBe('ending within 1 day')
    expect(choiceWords({})).toBe('')
  })
})
