import { describe, expect, it } from '@jest/globals'
import { userId } from '@sluice/contracts'
import { requireHolder } from './require-holder.ts'

const ada = userId.parse('ada')

describe('requiring a signed-in user', () => {
  it.each(['password', 'session'] as const)('takes a caller who signed in by %s', via => {
    expect(requireHolder({ id: ada, roles: [], via })).toEqual({ kind: 'holder', user: 'ada' })
  })

  it('refuses a caller who signed in by a key', () => {
    expect(requireHolder({ id: ada, roles: [], via: 'key' })).toMatchObject({ code: 'KEY_CANNOT_MANAGE_KEYS' })
  })

  it('asks an anonymous caller to sign in', () => {
    expect(requireHolder({ id: null, roles: [], via: 'none' })).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('does not take a name that nobody vouches for', () => {
    expect(requireHolder({ id: ada, roles: [], via: 'none' })).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
