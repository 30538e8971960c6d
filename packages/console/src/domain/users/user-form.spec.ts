import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isUserForm, readUser, rolesIn, updateOf, userFaultPath, userFormOf, withRole } from './user-form.ts'

const ADA = { _id: 'ada', _etag: { $oid: 'x' }, roles: ['crew'], team: { name: 'A' }, age: 36 }

describe('the form of a user', () => {
  it('shows all but what the service keeps for itself', () => {
    const user = readUser(ADA)
    expect(user).toEqual({
      id: 'ada',
      name: 'ada',
      roles: ['crew'],
      isDisabled: false,
      properties: { team: { name: 'A' }, age: 36 },
    })
    expect(isUserForm(userFormOf(user))).toBe(true)
  })

  it('takes a user whom another program wrote, whatever he is', () => {
    expect(readUser({ _id: { $oid: '1' }, roles: 'crew', disabled: 'yes' })).toEqual({
      id: undefined,
      name: '{"$oid":"1"}',
      roles: [],
      isDisabled: false,
      properties: {},
    })
  })

  it('sends nothing where nothing was changed, whatever the properties are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), properties => {
        const user = readUser(JSON.parse(JSON.stringify({ ...properties, _id: 'ada', roles: ['a', 'b'] })))
        expect(updateOf(user, userFormOf(user))).toEqual({ kind: 'update', update: {} })
      }),
    )
  })

  it('sends what is other now and takes away what is gone, and nothing else', () => {
    const form = { roles: 'crew, pilot', isDisabled: true, properties: '{"age": 37, "seat": "A1"}' }
    expect(updateOf(readUser(ADA), form)).toEqual({
      kind: 'update',
      update: { $set: { age: 37, seat: 'A1', roles: ['crew', 'pilot'], disabled: true }, $unset: { team: 1 } },
    })
  })

  it.each([
    ['{"age": }', 1, 9],
    ['[1]', 1, 1],
    ['{"password": "x"}', 1, 1],
    ['{"_id": "eve"}', 1, 1],
  ])('says where the properties are wrong: %s', (properties, line, column) => {
    const form = { roles: '', isDisabled: false, properties }
    expect(updateOf(readUser(ADA), form)).toMatchObject({ kind: 'unreadable', line, column })
  })

  it('puts a role in and takes it out', () => {
    expect(withRole('crew', 'pilot')).toBe('crew pilot')
    expect(withRole('crew  pilot', 'crew')).toBe('pilot')
    expect(rolesIn(' a,b\n c ')).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['roles.0', 'roles.0'],
    ['$set.roles', 'roles'],
    ['$set.team.name', 'properties.team.name'],
    ['password', 'password'],
    ['', ''],
  ])('has a field for the fault of %j', (path, field) => {
    expect(userFaultPath(path)).toBe(field)
  })
})
