import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { SluiceUsageError } from '../errors.ts'
import { collectionPath } from './collection-path.ts'

/** The names that the description takes out of a parameter. */
function namesBeside(parameter: string, file: string): string[] {
  const { components } = JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
  return components.parameters[parameter].schema.not.enum
}

describe('the path of a collection', () => {
  it.each(namesBeside('collection', 'openapi.json'))('never leads to a part of the API: %s', name => {
    expect(() => collectionPath(name, undefined)).toThrow(SluiceUsageError)
    expect(collectionPath(name, 'main')).toBe(`/main/${name}`)
  })

  it.each(namesBeside('db', 'openapi.dedicated.json'))(
    'begins with no part of the API in the dedicated tier: %s',
    name => {
      expect(() => collectionPath('routes', name)).toThrow(SluiceUsageError)
    },
  )

  it('is of every other name', () => {
    for (const name of ['users', 'acl', 'Keys', 'a b']) {
      expect(collectionPath(name, undefined)).toBe(`/${encodeURIComponent(name)}`)
    }
  })
})
