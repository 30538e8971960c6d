import { describe, expect, it } from '@jest/globals'
import { changeOf, foreseenWord, lostLines, whoOf } from './effect-words.ts'

const yes = { allowed: true, depends: false }
const perhaps = { allowed: false, depends: true }
const no = { allowed: false, depends: false }

describe('the effect of a change', () => {
  it.each([
    [no, yes, 'gained'],
    [no, perhaps, 'gained'],
    [yes, no, 'lost'],
    [perhaps, no, 'lost'],
    [yes, perhaps, 'changed'],
    [perhaps, yes, 'changed'],
    [yes, yes, 'same'],
  ])('from %j to %j is %s', (before, after, change) => expect(changeOf({ before, after })).toBe(change))

  it('names whom it is about', () => {
    expect(whoOf({ user: 'amelia' })).toBe('amelia')
    expect(whoOf({ roles: ['crew', '$unauthenticated'] })).toBe('crew, nobody signed in')
    expect([yes, perhaps, no].map(foreseenWord)).toEqual(['may', 'may in part', 'may not'])
  })

  it('lists what nobody may do any more', () => {
    const of = (before: typeof yes, after: typeof yes) => ({
      roles: ['crew'],
      method: 'GET',
      path: '/a',
      before,
      after,
    })
    expect(lostLines([of(yes, no), of(yes, yes), of(no, yes)])).toEqual(['crew: GET /a'])
  })
})
