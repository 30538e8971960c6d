import { describe, expect, it } from '@jest/globals'
import { eventually } from './eventually.ts'

describe('eventually', () => {
  it('looks again until the check does not throw, and gives what it gave', async () => {
    let looks = 0
    const value = await eventually(() => {
      if (++looks < 3) throw new TypeError('not yet')
      return looks
    })
    expect(value).toBe(3)
  })

  it('takes `false` as not yet, from a promise too', async () => {
    let looks = 0
    await eventually(async () => ++looks > 2)
    expect(looks).toBe(3)
  })

  it('says what did not happen, and why the last look failed', async () => {
    const never = () => {
      throw new TypeError('still closed')
    }
    await expect(eventually(never, { timeoutMs: 20, what: 'the door' })).rejects.toThrow(/the door.*still closed/)
  })
})
