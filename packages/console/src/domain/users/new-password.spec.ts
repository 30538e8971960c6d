import { describe, expect, it } from '@jest/globals'
import { newPassword } from './new-password.ts'

describe('a password that is made', () => {
  it('has four groups of signs that are not taken for each other', () => {
    expect(newPassword()).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{5}(-[a-km-zA-HJ-NP-Z2-9]{5}){3}$/)
    expect(newPassword()).not.toBe(newPassword())
  })

  it('takes no byte that would make some signs more likely', () => {
    let isFirst = true
    const bytes = () => {
      const value = isFirst ? 255 : 0
      isFirst = false
      return new Uint8Array(20).fill(value)
    }
    expect(newPassword(bytes)).toBe('aaaaa-aaaaa-aaaaa-aaaaa')
  })
})
