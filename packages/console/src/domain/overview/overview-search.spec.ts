import { describe, expect, it } from '@jest/globals'
import { readOverviewSearch } from './overview-search.ts'

describe('the address of an overview', () => {
  it.each([{ range: '1h' }, { range: '7d' }, {}])('is read as it was written: %j', search => {
    expect(readOverviewSearch(search)).toEqual(search)
  })

  it.each([{ range: '24h' }, { range: '2h' }, { range: 7 }, { range: 'toString' }, { other: '1h' }])(
    'tells of a day where it says nothing else: %j',
    search => {
      expect(readOverviewSearch(search)).toEqual({})
    },
  )
})
