import { describe, expect, it } from '@jest/globals'
import { readTrustedOperations } from './trusted-operations.ts'

const schema = `
  enum Class { ECONOMY FIRST }
  input Range { from: Int!, to: Int, class: Class = ECONOMY }
  scalar DateTime
  type Query { flights(range: Range!, codes: [ID!], at: DateTime): [String] }
  type Mutation { book(id: ID!): ID }
`

const read = (documents: Record<string, string>) =>
  readTrustedOperations({ uri: 'air/flights', name: 'Flights', schema, documents })

describe('the operations of registered documents', () => {
  it('have a name, the comment above them, and what their variables may be', () => {
    const text = `# No part of it.

      # Flights of a range,
      # by class.
      query busyFlights($range: Range!, $codes: [ID!], $at: DateTime, $limit: Int! = 3) { flights(range: $range) }`
    expect(read({ abc: text })).toEqual([
      {
        tool: 'app_air_flights_busy_flights',
        documentId: 'abc',
        kind: 'query',
        description: 'Flights of a range, by class.',
        variables: {
          range: {
            type: 'object',
            additionalProperties: false,
            properties: {
              from: { type: 'integer' },
              to: { type: 'integer' },
              class: { type: 'string', enum: ['ECONOMY', 'FIRST'] },
            },
            required: ['from'],
          },
          codes: { type: 'array', items: { type: 'string' } },
          at: {},
          limit: { type: 'integer', description: 'Default: 3' },
        },
        required: ['range'],
      },
    ])
  })

  it('are none where nothing tells which is meant, or nothing can be read', () => {
    const documents = {
      a: '{ flights }',
      b: 'query x { a } query y { b }',
      c: 'not graphql {',
      d: 'fragment f on Q { a }',
    }
    expect(read(documents)).toEqual([])
  })

  it('are told apart where their names are the same', () => {
    const tools = read({ a: 'query Book { x }', b: 'mutation book { y }' }).map(({ tool }) => tool)
    expect(new Set(tools).size).toBe(2)
    for (const tool of tools) expect(tool).toMatch(/^app_air_flights_book_[0-9a-f]{6}$/)
  })

  it('have names of 64 characters at most', () => {
    const [operation] = read({ a: `query ${'Long'.repeat(40)} { x }` })
    expect(operation?.tool).toMatch(/^[a-z0-9_]{1,64}$/)
  })
})
