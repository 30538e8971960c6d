import { describe, expect, it } from '@jest/globals'
import { normalForm } from './normal-form.ts'

const TIME = { $date: 1_795_514_401_000 }

describe('the normal form of a webhook', () => {
  it('has who hears of it and when it is switched off, and not that it was', () => {
    const stored = {
      _id: 'new-route',
      _etag: '3',
      version: 3,
      contact: ['ann@example.com'],
      disableAfter: { days: 5, failures: 100 },
      autoDisabled: { at: TIME, since: TIME, failures: 120 },
      enabled: false,
      name: 'New route',
    }
    const text = JSON.stringify(normalForm('webhook', stored))
    const file = {
      _id: 'new-route',
      name: 'New route',
      type: 'http',
      enabled: false,
      disableAfter: { failures: 100, days: 5 },
      contact: ['ann@example.com'],
    }
    expect(text).toBe(JSON.stringify(file))
  })
})
