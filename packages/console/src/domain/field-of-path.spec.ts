import { describe, expect, it } from '@jest/globals'
import { fieldOfPath } from './field-of-path.ts'

describe('the field of a fault', () => {
  it.each([
    ['name', ['name', 'roles'], 'name'],
    ['roles.0', ['name', 'roles'], 'roles'],
    ['email.to.0', ['email', 'email.to'], 'email.to'],
    ['email.cc', ['email', 'email.to'], 'email'],
    ['emails', ['email'], undefined],
    ['name', [], undefined],
    ['', ['name'], undefined],
  ])('%s among %j is %s', (path, fields, field) => {
    expect(fieldOfPath(path, fields)).toBe(field)
  })
})
