import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readWebhookSearch } from './webhook-search.ts'

describe('the address of the list of webhooks', () => {
  it('says what is searched for, the state and the page', () => {
    const search = { q: 'routes', state: 'failing' as const, page: 2 }
    expect(readWebhookSearch(search)).toEqual(search)
  })

  it.each([
    [{ q: '' }, {}],
    [{ q: 42 }, { q: '42' }],
    [{ state: 'unwell' }, {}],
    [{ page: 1 }, {}],
    [{ page: 1.5 }, {}],
    [{ page: '3' }, { page: 3 }],
    [{ page: { toString: 0 } }, {}],
    [{ other: 1 }, {}],
  ])('of %j means %j', (raw, search) => {
    expect(readWebhookSearch(raw)).toEqual(search)
  })

  it('read twice is the same, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('q', 'state', 'page', 'x'), fc.jsonValue()), raw => {
        const once = readWebhookSearch(raw)
        expect(readWebhookSearch(once)).toEqual(once)
      }),
    )
  })
})
