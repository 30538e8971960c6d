import { describe, expect, it } from '@jest/globals'
import { completeMapping, type MappingWords } from './mapping-completion.ts'
import { outlineOf } from './read-schema.ts'

const SCHEMA = `
enum Region { WEST SOUTH }
interface Stop { iata: ID! }
type Hub implements Stop { iata: ID! name: String }
type Airport { iata: ID! town: String }
type Query { airports(state: String, limit: Int): [Airport!] stop(iata: ID!): Stop }
type Mutation { add(iata: ID!): Airport }`
const WORDS: MappingWords = {
  outline: outlineOf(SCHEMA),
  collections: [
    { db: 'sluice', collection: 'airports' },
    { db: 'sluice', collection: 'routes' },
    { db: 'other', collection: 'notes' },
  ],
}

/** Completes a text at its bar. */
function complete(textWithBar: string, words = WORDS) {
  const offset = textWithBar.indexOf('|')
  const text = textWithBar.replace('|', '')
  const found = completeMapping(text, offset, words)
  return (
    found && {
      texts: found.options.map(option => option.text),
      of: text.slice(found.from, found.to),
      isKey: found.isKey,
    }
  )
}

describe('what may stand in mappings', () => {
  it('is at first the types of the schema that have no mapping yet', () => {
    expect(complete('{ "Query": {}, "|" }')).toEqual({
      texts: ['Region', 'Stop', 'Hub', 'Airport', 'Mutation'],
      of: '""',
      isKey: true,
    })
  })

  it('is in a type its fields without a mapping, in an enum its values, in an interface the resolver of types', () => {
    expect(complete('{ "Query": { "stop": {}, "ai|" } }')?.texts).toEqual(['airports'])
    expect(complete('{ "Region": { "WEST": "CA", | } }')?.texts).toEqual(['SOUTH'])
    expect(complete('{ "Stop": { "|" } }')?.texts).toEqual(['$typeResolver'])
    expect(complete('{ "Stop": { "$typeResolver": { "|" } } }')?.texts).toEqual(['Hub'])
  })

  it('is in a mapping the keys of a query, or of a write', () => {
    expect(complete('{ "Query": { "airports": { "db": "sluice", "|" } } }')?.texts).toContain('collection')
    expect(complete('{ "Mutation": { "add": { "|" } } }')?.texts).toContain('insertOne')
    expect(complete('{ "Mutation": { "add": { "insertOne": { "|" } } } }')?.texts).toContain('document')
  })

  it('is a database, and a collection of it', () => {
    expect(complete('{ "Query": { "airports": { "db": "|" } } }')?.texts).toEqual(['sluice', 'other'])
    expect(complete('{ "Query": { "airports": { "db": "other", "collection": "n|" } } }')).toEqual({
      texts: ['notes'],
      of: '"n"',
      isKey: false,
    })
  })

  it('is an argument of the field, or what is known of the request', () => {
    const texts = complete('{ "Query": { "airports": { "find": { "state": { "$arg": "|" } } } } }')?.texts
    expect(texts).toEqual(['state', 'limit', '@user._id', '@roles', '@now', 'rootDoc._id'])
    expect(complete('{ "Query": { "airports": { "limit": { "$arg": ["|", 2] } } } }')?.texts).toContain('limit')
    expect(complete('{ "Query": { "airports": { "find": { "state": { "|" } } } } }')?.texts).toEqual([
      '$arg',
      '$fk',
      '$as',
    ])
    expect(complete('{ "Query": { "airports": { "find": { "$arg": "state", "$as": "|" } } } }')?.texts).toEqual([
      'filter',
    ])
  })

  it('is nothing where the schema can not be read, or nothing fits', () => {
    expect(complete('{ "|" }', { outline: undefined, collections: [] })).toBeUndefined()
    expect(complete('{ "Nope": { "|" } }')).toBeUndefined()
    expect(complete('{ "Airport": { "town": "|" } }')).toBeUndefined()
  })
})
