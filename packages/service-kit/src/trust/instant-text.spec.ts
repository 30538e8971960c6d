import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { instantText } from './instant-text.ts'

describe('the text of an instant', () => {
  it('is that of its number, whichever were written before', () => {
    const instants = fc.oneof(
      fc.constantFrom(1_700_000_000_000, 1_700_000_000_001),
      fc.nat(),
      fc.double({ noNaN: true }),
    )
    fc.assert(fc.property(fc.array(instants), some => expect(some.map(instantText)).toEqual(some.map(String))))
  })
})
