import { describe, expect, it } from '@jest/globals'
import { sortFaults } from './form-faults.ts'

describe('the faults of a form', () => {
  it('stand below their fields, and the others in the summary', () => {
    const errors = [
      { path: 'name', message: 'Too long.' },
      { path: 'roles.0', message: 'No role.' },
      { path: 'roles.1', message: 'Not one either.' },
      { path: 'bounds.a', message: 'Odd.' },
      { path: '', message: 'Not an object.' },
    ]
    expect(sortFaults({ errors }, ['name', 'roles'])).toEqual({
      byField: { name: 'Too long.', roles: 'No role. Not one either.' },
      others: ['bounds.a: Odd.', 'Not an object.'],
    })
    expect(sortFaults({}, ['name'])).toEqual({ byField: {}, others: [] })
  })
})
