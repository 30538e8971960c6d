import { describe, expect, it } from '@jest/globals'
import { createRates } from './rates.ts'

describe('the rates of all webhooks', () => {
  it('are counted apart', () => {
    const rates = createRates({ now: () => 0 })
    rates.count({ webhookId: 'a' })
    expect(['a', 'b'].map(webhookId => rates.room({ webhookId, limit: 1 }))).toEqual([0, 1])
  })

  it('do not have what was counted and taken back', () => {
    const rates = createRates({ now: () => 0 })
    const [takeBack] = [1, 2].map(() => rates.count({ webhookId: 'a' }))
    takeBack?.()
    expect(rates.room({ webhookId: 'a', limit: 2 })).toBe(1)
  })

  it('are of a bounded number of webhooks: the one that delivered least lately is forgotten', () => {
    const rates = createRates({ now: () => 0, maxWebhooks: 2 })
    for (const webhookId of ['a', 'b', 'a', 'c']) rates.count({ webhookId })
    expect(['a', 'b', 'c'].map(webhookId => rates.room({ webhookId, limit: 2 }))).toEqual([0, 2, 1])
  })
})
