import { describe, expect, it } from '@jest/globals'
import { createRates } from './rates.ts'

describe('the rates of all webhooks', () => {
  it('are counted apart', () => {
    const rates = createRates({ now: () => 0 })
    rates.count({ webhookId: 'a' })
    expect(['a', 'b'].map(webhookId => rates.room({ webhookId, limit: 1 }))).toEqual([0, 1])
  })

  it('have as much of each number as the process has of the work, and one at least', () => {
    let part = 1
    const rates = createRates({ now: () => 0, share: () => part })
    const rooms = () => [1, 2, 5, 6000].map(limit => rates.room({ webhookId: 'a', limit }))
    expect(rooms()).toEqual([1, 2, 5, 6000])
    part = 5 / 12
    expect(rooms()).toEqual([1, 1, 2, 2500])
    part = 0
    expect(rooms()).toEqual([1, 1, 1, 1])
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
