import { describe, expect, it } from '@jest/globals'
import { normalForm } from './normal-form.ts'

const at = { $date: 1 }
const written = {
  _id: 'moves',
  name: 'Moves',
  type: 'http',
  enabled: true,
  condition: "path('/routes')",
  url: 'https://hooks.example.com/routes',
  disableAfter: { failures: 100, days: 5 },
  contact: ['ann@example.com'],
}

describe('the normal form of a webhook', () => {
  it('has nothing of what a server says of it', () => {
    const said = {
      _etag: '3',
      version: 3,
      secretHint: 'x7Qd',
      previousUntil: at,
      autoDisabled: { at, since: at, failures: 100 },
      switchedOnAt: at,
      createdAt: at,
      updatedAt: at,
      health: {},
      heldBack: [],
      warnings: [],
    }
    expect(normalForm('webhook', { ...said, ...written })).toEqual(written)
  })

  it('is the same whatever the order of its fields was', () => {
    const { disableAfter, ...others } = written
    const turned = { disableAfter: { days: disableAfter.days, failures: disableAfter.failures }, ...others }
    expect(JSON.stringify(normalForm('webhook', turned))).toBe(JSON.stringify(normalForm('webhook', written)))
  })
})
