import { describe, expect, it } from '@jest/globals'
import { mappingAt, placeOfMapping, unmappedOf, withStub } from './mapping-places.ts'
import { fieldAt, fieldOfPath, type SchemaOutline } from './outline.ts'
import { outlineOf } from './read-schema.ts'

const SCHEMA = `schema { query: Root }
type Airport { iata: ID! town: String }
type Route { origin: String }
type Root {
  airports(state: String, limit: Int): [Airport!]
  airport(iata: ID!): Airport
}
extend type Airport { departures: [Route!] }`
const MAPPINGS = `{
  "Root": {
    "airport": { "db": "sluice", "collection": "airports", "find": {} }
  },
  "Airport": { "town": "city" }
}`
// What else is known of a collection stands in no mapping.
const COLLECTIONS = [{ db: 'sluice', collection: 'airports', isDefault: true }]

function outline(): SchemaOutline {
  const read = outlineOf(SCHEMA)
  if (read === undefined) throw new Error('It can not be read.')
  return read
}

describe('the way between a field and its mapping', () => {
  it('leads from an offset of the schema to the field, extensions too', () => {
    expect(fieldAt(outline(), SCHEMA.indexOf('limit: Int'))).toEqual({ type: 'Root', field: 'airports' })
    expect(fieldAt(outline(), SCHEMA.indexOf('departures') + 3)).toEqual({ type: 'Airport', field: 'departures' })
    expect(fieldAt(outline(), 0)).toBeUndefined()
  })

  it('leads from the field to the line of its mapping, and back', () => {
    const path = { type: 'Root', field: 'airport' }
    expect(placeOfMapping(MAPPINGS, path)).toEqual({ line: 3, column: 5 })
    expect(mappingAt(MAPPINGS, MAPPINGS.indexOf('collection'))).toEqual(path)
    expect(fieldOfPath(outline(), path)?.place).toEqual({ line: 6, column: 3 })
    expect(placeOfMapping(MAPPINGS, { type: 'Root', field: 'airports' })).toBeUndefined()
    expect(mappingAt(MAPPINGS, 2)).toBeUndefined()
  })

  it('is not there in a schema that can not be read', () => {
    expect(outlineOf('type Query {')).toBeUndefined()
  })
})

describe('what has no mapping', () => {
  it('is listed: fields that need one, and types of which nothing is mapped', () => {
    expect(unmappedOf(MAPPINGS, outline())).toEqual({ fields: [{ type: 'Root', field: 'airports' }], types: ['Route'] })
  })

  it('gets one to begin with: from the collection of a like name, with the arguments of the field', () => {
    const added = withStub(
      MAPPINGS,
      { type: 'Root', field: 'airports' },
      { outline: outline(), collections: COLLECTIONS },
    )
    expect(JSON.parse(added)).toEqual({
      Root: {
        airport: { db: 'sluice', collection: 'airports', find: {} },
        airports: {
          db: 'sluice',
          collection: 'airports',
          find: { state: { $arg: 'state' } },
          sort: { _id: 1 },
          limit: { $arg: 'limit' },
        },
      },
      Airport: { town: 'city' },
    })
  })
})
