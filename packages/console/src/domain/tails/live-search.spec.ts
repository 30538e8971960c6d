import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isOwn, isWanted, LIVE_METHODS, readLiveSearch, STATUS_CLASSES } from './live-search.ts'

const exchange = { method: 'POST', path: '/routes/a', statusCode: 201, user: 'amelia' }

describe('the address of the live requests', () => {
  it('is read as it was written', () => {
    const search = fc.record(
      {
        method: fc.constantFrom(...LIVE_METHODS),
        path: fc.string({ minLength: 1, maxLength: 200 }),
        status: fc.constantFrom(...STATUS_CLASSES),
        user: fc.string({ minLength: 1, maxLength: 200 }),
        mine: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    fc.assert(fc.property(search, given => expect(readLiveSearch(given)).toEqual(given)))
  })

  it('leaves out what is no value of a parameter', () => {
    expect(readLiveSearch({ method: 'BREW', status: '6xx', path: '', user: {}, mine: 'yes', other: 1 })).toEqual({})
  })
})

describe('a live request', () => {
  it.each([
    [{}, true],
    [{ method: 'POST', path: 'routes', status: '2xx', user: 'amelia' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/airports' }, false],
    [{ status: '4xx' }, false],
    [{ user: 'jonas' }, false],
  ] as const)('is looked for by %p: %p', (search, isFound) => {
    expect(isWanted(exchange, search)).toBe(isFound)
  })

  it('without an answer has no class of status', () => {
    expect(STATUS_CLASSES.some(status => isWanted({ ...exchange, statusCode: null }, { status }))).toBe(false)
  })

  it('of the console is told by its client', () => {
    expect([isOwn({ client: 'console' }), isOwn({}), isOwn({ client: 'other' })]).toEqual([true, false, false])
  })
})
