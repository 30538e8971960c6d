import { describe, expect, it } from '@jest/globals'
import { parsePredicate } from '@sluice/predicate'
import fc from 'fast-check'
import { bodyFields } from './body-fields.ts'
import { conditionFor } from './condition-for.ts'

describe('a condition for a request', () => {
  it('names its path and its method', () => {
    expect(conditionFor('POST', '/routes')).toBe("path('/routes') and method('POST')")
  })

  it('can be read, whatever the path is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '/', "'", '%', '$', '{', '}', ' ', 'é') }), text => {
        const parsed = parsePredicate(conditionFor('GET', `/a${text}`), 'condition')
        expect(parsed.kind === 'invalid' ? parsed.message : 'parsed').toBe('parsed')
      }),
    )
  })
})

describe('the fields of a body', () => {
  it.each([
    ['{"a":1,"b":{"c":2}}', ['a', 'b']],
    ['[{"a":1}]', ['a']],
    ['[]', []],
    ['"text"', []],
    ['no JSON', []],
    ['', []],
  ])('of %s are %j', (text, fields) => {
    expect(bodyFields(text)).toEqual(fields)
  })
})
