import { describe, expect, it } from '@jest/globals'
import { placeFaults } from './app-faults.ts'

const texts = { schema: 'type Query { a: Rout }', mappings: '{\n  "Query": { "a": { "db": 1 } }\n}' }

describe('a fault of an app', () => {
  it('of the schema stands where the service says', () => {
    const fault = { path: 'schema', message: 'Unknown type "Rout". (line 1, column 17)', line: 1, column: 17 }
    expect(placeFaults([fault], texts)).toEqual([
      { where: 'schema', message: 'Unknown type "Rout".', line: 1, column: 17 },
    ])
  })

  it('of the mappings stands at the value of its path', () => {
    expect(placeFaults([{ path: 'mappings.Query.a.db', message: 'A text.' }], texts)).toEqual([
      { where: 'mappings', message: 'A text.', line: 2, column: 27 },
    ])
  })

  it('of what has no mapping stands at the type', () => {
    expect(placeFaults([{ path: 'mappings.Query.b', message: 'None.' }], texts)).toEqual([
      { where: 'mappings', message: 'None.', line: 2, column: 12 },
    ])
  })

  it('of anything else names its field', () => {
    expect(placeFaults([{ path: 'descriptor.uri', message: 'Taken.' }], texts)).toEqual([
      { where: 'settings', message: 'descriptor.uri: Taken.', line: 1, column: 1 },
    ])
  })
})
