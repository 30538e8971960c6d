import { describe, expect, it } from '@jest/globals'
import { permissionQuery, readPermissionsSearch } from './permission-search.ts'

const parametersOf = (query: string) => new URLSearchParams(query.slice(1))

describe('the address of the list of permissions', () => {
  it('holds what is looked for, and nothing that is no value of a parameter', () => {
    expect(readPermissionsSearch({ q: 'crew', role: 7, order: 'name', page: 3, more: 1 })).toEqual({
      q: 'crew',
      role: '7',
      order: 'name',
      page: 3,
    })
    expect(readPermissionsSearch({ q: '', order: 'priority', page: 1 })).toEqual({})
  })
})

describe('the query for a list of permissions', () => {
  it('asks for the order in which they are judged', () => {
    expect(parametersOf(permissionQuery({}, 25)).get('sort')).toBe('{"priority":-1,"_id":-1}')
    expect(parametersOf(permissionQuery({ order: 'name', page: 2 }, 25)).toString()).toContain('page=2')
  })

  it('takes a text as it stands, not as a pattern', () => {
    const [text, role] = parametersOf(permissionQuery({ q: 'a.b(', role: 'crew' }, 25)).getAll('filter')
    expect(JSON.parse(text ?? '').$or[0]).toEqual({ _id: { $regex: 'a\\.b\\(', $options: 'i' } })
    expect(JSON.parse(role ?? '')).toEqual({ roles: 'crew' })
  })
})
