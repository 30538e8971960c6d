import { describe, expect, it } from '@jest/globals'
import { settled } from './settled.ts'

describe('the deliveries of one event', () => {
  it('have all ended before the failure of one of them is told', async () => {
    const slow = Promise.withResolvers<string>()
    const told = settled([Promise.reject(new RangeError('the store is away')), slow.promise]).catch(String)
    const first = await Promise.race([told, new Promise(resolve => setImmediate(resolve, 'waits'))])
    expect(first).toBe('waits')
    slow.resolve('ended')
    expect(await told).toContain('the store is away')
  })

  it('give their ends in order', async () => {
    expect(await settled([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2])
  })
})
