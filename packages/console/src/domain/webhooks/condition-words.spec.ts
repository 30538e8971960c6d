import { describe, expect, it } from '@jest/globals'
import { parsePredicate } from '@sluice/predicate'
import { CONDITION_WORDS } from './condition-words.ts'

describe('what a condition is written with', () => {
  it.each(CONDITION_WORDS.map(({ insert }) => insert))('can be inserted as it is: %s', insert => {
    const parsed = parsePredicate(insert, 'condition')
    expect(parsed.kind === 'invalid' ? parsed.message : 'parsed').toBe('parsed')
  })
})
