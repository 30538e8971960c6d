import { describe, expect, it } from '@jest/globals'
import { BSONRegExp, serialize } from 'bson'
import { decode } from './bson-codec.ts'

describe('a document that somebody else has stored', () => {
  it('is read with the bad bytes of a text replaced, at any depth', () => {
    const bytes = Buffer.from(serialize({ a: 'xyz', in: { b: ['xyz'] }, c: 1 }))
    for (let at = bytes.indexOf('xyz'); at !== -1; at = bytes.indexOf('xyz', at)) bytes[at] = 0xff
    expect(decode(bytes)).toEqual({ a: '\ufffdyz', in: { b: ['\ufffdyz'] }, c: 1 })
  })

  it('is read with a pattern that JavaScript can not read', () => {
    const pattern = new BSONRegExp('(?i)a', 'sx')
    expect(decode(serialize({ pattern }))).toEqual({ pattern })
  })
})
