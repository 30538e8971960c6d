import { describe, expect, it } from '@jest/globals'
import { keyPolicy, keyRules } from './api-key.ts'

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

describe('the keyRules of a permission', () => {
  it.each([
    {},
    { allowedIps: ['192.0.2.0/24', '2001:db8::/32'], rateLimit: 1 },
    { allowedIps: ['203.0.113.7/32'] },
    { rateLimit: 1_000_000 },
  ])('may be %j', rules => {
    expect(keyRules.parse(rules)).toEqual(rules)
  })

  it.each([
    [{ allowedIps: [] }, ['allowedIps']],
    [{ allowedIps: '192.0.2.0/24' }, ['allowedIps']],
    [{ allowedIps: ['192.0.2.1'] }, ['allowedIps', 0]],
    [{ allowedIps: ['192.0.2.0/24', '192.0.2.0/33'] }, ['allowedIps', 1]],
    [{ allowedIps: ['localhost/8'] }, ['allowedIps', 0]],
    [{ allowedIps: Array(101).fill('192.0.2.0/24') }, ['allowedIps']],
    [{ rateLimit: 0 }, ['rateLimit']],
    [{ rateLimit: 1.5 }, ['rateLimit']],
    [{ rateLimit: '60' }, ['rateLimit']],
    [{ rateLimit: 1_000_001 }, ['rateLimit']],
  ])('are refused as %j, by the name of the field', (rules, path) => {
    expect(keyRules.safeParse(rules).error?.issues.map(issue => issue.path)).toEqual([path])
  })

  it('know no other field', () => {
    const result = keyRules.safeParse({ allowedIPs: ['192.0.2.0/24'] })
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['allowedIPs'] }])
  })
})
