import { describe, expect, it } from '@jest/globals'
import { checkPermission } from './check-permission.ts'

const check = (changes: Record<string, unknown>) =>
  checkPermission({ _id: 'readers', roles: ['reader'], predicate: "path('/orders')", ...changes })

describe('a field that permissions do not have', () => {
  it.each(['team', 'comment', 'createdAt', '$comment', 'x'])('is kept without effect, and told: %s', field => {
    const checked = check({ [field]: 'anything' })
    expect(checked).toMatchObject({ kind: 'valid', warnings: [{ path: field }] })
    expect(checked.kind === 'valid' && JSON.stringify(checked.permission)).not.toContain('anything')
  })

  it.each([
    ['readFilter', 'It belongs into mongo.'],
    ['allowBulkPatch', 'It belongs into mongo.'],
    ['max-keys-per-user', 'It belongs into apiKeys.'],
    ['rateLimit', 'It belongs into keyRules.'],
    ['Mongo', 'Did you mean "mongo"?'],
    ['mongo ', 'Did you mean "mongo"?'],
    ['read_filter', 'Did you mean "readFilter"?'],
    ['priorty', 'Did you mean "priority"?'],
    ['apiKey', 'Did you mean "apiKeys"?'],
    ['role', 'Did you mean "roles"?'],
  ])('is refused where it reads like one that decides what is given: %s', (field, help) => {
    expect(check({ [field]: {} })).toMatchObject({
      kind: 'invalid',
      errors: [{ path: field, message: expect.stringContaining(help) }],
    })
  })

  it.each([{ mongo: { team: 1 } }, { apiKeys: { roles: ['a'], team: 1 } }, { keyRules: { team: 1 } }])(
    'is refused inside a block, where it may be meant to narrow: %j',
    changes => {
      expect(check(changes)).toMatchObject({ kind: 'invalid' })
    },
  )

  it('is absent where it is null in the place of a rule, and of nothing else', () => {
    expect(check({ priority: null, mongo: { readFilter: null, projectResponse: null } })).toMatchObject({
      kind: 'valid',
      permission: { priority: null, rules: {} },
      warnings: [],
    })
    expect(check({ mongo: null })).toMatchObject({ kind: 'valid', permission: { rules: undefined } })
    expect(check({ mongo: { readFilter: { owner: null } } })).toMatchObject({
      permission: { rules: { readFilter: { owner: null } } },
    })
    for (const field of ['roles', 'predicate', 'apiKeys', 'keyRules']) {
      expect(check({ [field]: null })).toMatchObject({ kind: 'invalid' })
    }
  })
})
