import { describe, expect, it } from '@jest/globals'
import { NO_PASSWORD, passwordWish } from './password-draft.ts'

describe('a new password', () => {
  it('that is made is sent and shown', () => {
    const outcome = passwordWish(NO_PASSWORD)
    expect(outcome).toMatchObject({ kind: 'wish', wish: { password: expect.stringMatching(/^.{23}$/) } })
    expect(outcome).toMatchObject({ toShow: 'wish' in outcome && 'password' in outcome.wish && outcome.wish.password })
  })

  it('that is typed is sent where it was typed the same twice, and not shown', () => {
    expect(passwordWish({ ...NO_PASSWORD, way: 'typed', typed: 'a b', again: 'a b' })).toEqual({
      kind: 'wish',
      wish: { password: 'a b' },
    })
    expect(passwordWish({ ...NO_PASSWORD, way: 'typed', typed: 'a b', again: 'a' })).toEqual({ kind: 'differs' })
  })

  it('can come as the hash of another program', () => {
    const outcome = passwordWish({ ...NO_PASSWORD, way: 'hash', hash: ' $2b$10$x\n' })
    expect(outcome).toEqual({ kind: 'wish', wish: { passwordHash: '$2b$10$x' } })
  })
})
