import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { pageOf } from './page-of.ts'

const asItIs = (name: string) => name

describe('pages of a list by name', () => {
  it('have every name once, in order, whatever the names are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 180 }), names => {
        const list = names.toSorted((a, b) => (a < b ? -1 : 1))
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = pageOf(list, asItIs, cursor)
          if (page.kind !== 'page') throw new Error('A cursor of a page is not known.')
          seen.push(...page.shown)
          cursor = page.nextCursor
        } while (cursor !== undefined)
        expect(seen).toEqual(list)
      }),
    )
  })

  it.each(['?', 'YQ==', 'Y', '\u202e', 'a b', '__8'])('have no beginning at %j', cursor => {
    expect(pageOf(['a', 'b'], asItIs, cursor)).toEqual({ kind: 'unknown-cursor' })
  })
})
