import { describe, expect, it } from '@jest/globals'
import { readAppFile } from './app-file.ts'

describe('a file that is to become an app', () => {
  it('gives what the API gives of an app, without its id', () => {
    const app = { _id: 'a', _etag: {}, descriptor: { name: 'A', get: true }, schema: 's', mappings: {} }
    const { descriptor, schema, mappings } = app
    expect(readAppFile(JSON.stringify(app))).toEqual({ kind: 'app', app: { descriptor, schema, mappings } })
  })

  it.each([
    ['no json', 'The file holds no JSON object.'],
    ['[]', 'The file has no schema as a text.'],
    ['{"schema":"s"}', 'The file has no mappings.'],
  ])('is refused where it is %j', (text, reason) => {
    expect(readAppFile(text)).toEqual({ kind: 'refused', reason })
  })
})
