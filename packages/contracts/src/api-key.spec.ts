import { describe, expect, it } from '@jest/globals'
import { keyPolicy } from './api-key.ts'

const pathsOf = (block: unknown) => keyPolicy.safeParse(block).error?.issues.map(({ path, code }) => ({ path, code }))

describe('the apiKeys block of a permission', () => {
  it.each([
    { roles: ['reader'] },
    { roles: ['reader', 'writer'], 'max-expires-in-days': 1, 'max-keys-per-user': 1000 },
    { roles: ['reader'], 'max-expires-in-days': 3650, 'max-keys-per-user': 1 },
  ])('may be %j', block => {
    expect(keyPolicy.parse(block)).toEqual(block)
  })

  it.each([
    [{}, 'roles'],
    [{ roles: [] }, 'roles'],
    [{ roles: 'reader' }, 'roles'],
    [{ roles: ['reader', 'reader'] }, 'roles'],
    [{ roles: ['admin'] }, 'roles'],
    [{ roles: ['a b'] }, 'roles'],
    [{ roles: ['a'], 'max-expires-in-days': 0 }, 'max-expires-in-days'],
    [{ roles: ['a'], 'max-expires-in-days': 3651 }, 'max-expires-in-days'],
    [{ roles: ['a'], 'max-expires-in-days': 1.5 }, 'max-expires-in-days'],
    [{ roles: ['a'], 'max-expires-in-days': '30' }, 'max-expires-in-days'],
    [{ roles: ['a'], 'max-keys-per-user': 0 }, 'max-keys-per-user'],
    [{ roles: ['a'], 'max-keys-per-user': 1001 }, 'max-keys-per-user'],
  ])('is refused as %j, by the name of the field', (block, field) => {
    expect(pathsOf(block)?.map(({ path }) => path[0])).toEqual([field])
  })

  it.each(['role', 'maxExpiresInDays', 'constructor'])('knows no field "%s"', field => {
    const result = keyPolicy.safeParse({ roles: ['a'], [field]: 1 })
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }])
  })
})
