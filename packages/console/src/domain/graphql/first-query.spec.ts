import { describe, expect, it } from '@jest/globals'
import { firstQuery } from './first-query.ts'

describe('the query that an explorer begins with', () => {
  it('asks for plain values of the first field that needs no argument', () => {
    const sdl = `
      type Query { airport(iata: ID!): Airport airports(state: String, limit: Int = 100): [Airport!]! }
      type Airport { iata: ID! city: String near(km: Int!): Float routes: [Route!] }
      type Route { to: Airport }
    `
    expect(firstQuery(sdl)).toBe('{\n  airports(limit: 10) {\n    iata\n    city\n  }\n}\n')
  })

  it.each([
    ['a plain value', 'type Query { count: Int }', '{\n  count\n}\n'],
    ['nothing without an argument', 'type Query { one(id: ID!): Int }', '{\n  __typename\n}\n'],
    ['no plain value', 'type Query { a: A } type A { a: A }', '{\n  a {\n    __typename\n  }\n}\n'],
    ['no schema', 'type Query {', '{\n  __typename\n}\n'],
  ])('can be asked where there is %s', (_, sdl, query) => {
    expect(firstQuery(sdl)).toBe(query)
  })

  it('is not longer than one reads at a glance', () => {
    const fields = Array.from({ length: 50 }, (_, at) => `f${at}: Int`).join(' ')
    expect(firstQuery(`type Query { a: A } type A { ${fields} }`).split('\n')).toHaveLength(13)
  })
})
