import { describe, expect, it } from '@jest/globals'
import { healthWords, shownHealth } from './health-words.ts'

const NOW = Date.parse('2026-11-23T03:12:00Z')
const facts = {
  state: 'healthy' as const,
  since: { $date: NOW - 3_600_000 },
  lastAt: { $date: NOW },
  day: { success: 3, failed: 37 },
  share: 0.934,
}

describe('the words under the badge of a webhook', () => {
  it('say how many of how many have failed, and since when', () => {
    expect(healthWords({ ...facts, state: 'failing' }, NOW, 'en-GB')).toMatch(/^37 of 40 since \d\d:\d\d$/)
  })

  it('name a day where it is longer ago than one', () => {
    const since = { $date: NOW - 6 * 86_400_000 }
    expect(healthWords({ ...facts, state: 'held-back', since }, NOW, 'en-GB')).toBe('waiting since 17 Nov')
    expect(healthWords({ ...facts, state: 'idle', lastAt: since }, NOW, 'en-GB')).toBe('last 6 days ago')
  })

  it('say that nothing was ever delivered', () => {
    expect(healthWords({ ...facts, state: 'idle', lastAt: null }, NOW, 'en-GB')).toBe('nothing delivered yet')
  })

  it('say which part of all requests a broad one takes', () => {
    expect(healthWords({ ...facts, state: 'broad' }, NOW, 'en-GB')).toBe('93 % of all requests')
  })

  it('say that a webhook has switched itself off, and since when', () => {
    const autoDisabled = { at: { $date: NOW - 6 * 86_400_000 } }
    const health = { ...facts, state: 'disabled' as const, since: null }
    const wordsOf = (hook: object) => {
      const shown = shownHealth({ enabled: false, health, ...hook })
      return shown && healthWords(shown, NOW, 'en-GB')
    }
    expect(wordsOf({ autoDisabled })).toBe('by itself since 17 Nov')
    expect(wordsOf({})).toBe('switched off')
    expect(wordsOf({ health: undefined })).toBeUndefined()
  })

  it('follow the switch where it is newer than the health', () => {
    expect(shownHealth({ enabled: false, health: facts })).toMatchObject({ state: 'disabled' })
    expect(shownHealth({ enabled: true, health: { ...facts, state: 'disabled' } })).toMatchObject({ state: 'idle' })
    expect(shownHealth({ enabled: true, health: facts })).toBe(facts)
  })
})
