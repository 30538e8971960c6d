import { describe, expect, it } from '@jest/globals'
import { ObjectId } from 'bson'
import { newAppId } from './app-identity.ts'

describe('the _id of a new app', () => {
  it.each(['..', '.', 'a%2fb', 'a/b', 'a b', 'a\\b', 'a?b', '\ud800', '', 'x'.repeat(201), 7, null])(
    'is not %j, which no path could name again to change or delete it',
    given => {
      expect(newAppId(given)).toMatchObject({ fault: expect.stringContaining('path') })
    },
  )
  it.each(['shop', 'a.b', 'Läden', '😀', new ObjectId()])('may be %s', given => {
    expect(newAppId(given)).toEqual({ id: given })
  })
})
