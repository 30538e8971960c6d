import { describe, expect, it } from '@jest/globals'
import { buildSchema, isScalarType } from 'graphql'
import { completeSdl } from './complete-sdl.ts'

describe('the schema for tools', () => {
  it('is the text of its author, with comments, and declares each of our scalars that is used and not declared', () => {
    const text = '# ours\ntype Query { a(at: DateTime): ObjectId b: Long c: Int }\n"mine" scalar Long\n'
    const sdl = completeSdl(text)
    expect(sdl.startsWith(text.trimEnd())).toBe(true)
    const schema = buildSchema(sdl)
    for (const name of ['DateTime', 'ObjectId', 'Long']) expect(isScalarType(schema.getType(name))).toBe(true)
    expect(schema.getType('ObjectId')?.description).toContain('24 hex digits')
    expect(schema.getType('Long')?.description).toBe('mine')
    expect(schema.getType('BsonDocument')).toBeUndefined()
    expect(completeSdl(sdl)).toBe(sdl)
  })

  it('is the text as it is where that is no schema', () => {
    for (const text of ['', 'type Query {', '['.repeat(100_000)]) expect(completeSdl(text)).toBe(text)
  })
})
