import { describe, expect, it } from '@jest/globals'
import { readUserSearch, readUsersSearch, userFilter } from './user-search.ts'

describe('the address of users', () => {
  it('holds a text and a page, and nothing else', () => {
    expect(readUsersSearch({ q: 'ada', page: '2', more: 1 })).toEqual({ q: 'ada', page: 2 })
    expect(readUsersSearch({ q: '', page: '-1' })).toEqual({})
  })

  it('holds a name, whatever it looks like', () => {
    expect(readUserSearch({ user: '"<script>%/' })).toEqual({ user: '"<script>%/' })
    expect(readUserSearch({ user: 7 })).toEqual({ user: '7' })
    expect(readUserSearch({})).toEqual({ user: '' })
  })

  it('searches for the signs as they are, not for a pattern', () => {
    expect(userFilter('a.b(')).toEqual({
      $or: [{ _id: { $regex: 'a\\.b\\(', $options: 'i' } }, { roles: { $regex: 'a\\.b\\(', $options: 'i' } }],
    })
  })
})
