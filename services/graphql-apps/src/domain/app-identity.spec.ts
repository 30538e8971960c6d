import { describe, expect, it } from '@jest/globals'
import { ObjectId } from 'bson'
import { newAppId, parseAppId } from './app-identity.ts'

describe('the _id of a new app', () => {
  it.each([
    '..',
    '.',
    'a%2fb',
    'a/b',
    'a b',
    'a\\b',
    'a?b',
    '\ud800',
    '',
    'x'.repeat(201),
    7,
    null,
    '_x',
    '*',
    'a\u0001',
    '\u007f',
    'draft',
    'validate',
  ])('is not %j, which no path could name again to change or delete it', given => {
    expect(newAppId(given)).toMatchObject({ fault: expect.stringContaining('path') })
  })
  it.each(['shop', 'a.b', 'Läden', '😀', new ObjectId()])('may be %s', given => {
    expect(newAppId(given)).toEqual({ id: given })
  })
})

describe('the id that a path names', () => {
  it('has one spelling: hexadecimal digits in upper case are no ObjectId', () => {
    const id = new ObjectId()
    expect(parseAppId(id.toHexString())).toEqual(id)
    expect(parseAppId('65A1B2C3D4E5F60718293A4B')).toBe('65A1B2C3D4E5F60718293A4B')
  })
})
