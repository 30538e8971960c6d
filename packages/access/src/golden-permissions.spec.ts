import { describe, expect, it } from '@jest/globals'
import { goldenDocuments, goldenVersions } from '@sluice/testkit/golden'
import { compilePermissions, judge } from './index.ts'

const asked = (method: string, path: string) => ({
  method,
  path,
  query: new URLSearchParams(),
  queryString: '',
  url: '',
  header: () => undefined,
  user: undefined,
  remoteAddress: '',
  protocol: '',
  isSecure: false,
})

describe.each(goldenVersions())('permissions that version %s has stored', version => {
  const { acl, rejected } = compilePermissions(goldenDocuments(version).acl ?? [])
  const principal = { id: 'ann', roles: ['reader'], isRoot: false }

  it('are all valid', () => {
    expect([rejected, acl.size]).toEqual([[], 2])
  })

  it('let in whom they name, with their rules and what they say of keys', () => {
    expect(judge(acl, { exchange: asked('POST', '/orders/7'), principal, bulkPatch: true })).toMatchObject({
      kind: 'allowed',
      permission: {
        id: 'orders-of-the-team',
        priority: 10,
        rules: {
          readFilter: { team: '@user.team', total: { $lt: 100 } },
          writeFilter: { $or: [{ owner: '@user._id' }, { open: true }] },
          mergeRequest: { owner: '@user._id' },
          projectResponse: { note: 0 },
          allowBulkPatch: true,
        },
        apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 3 },
        keyRules: { allowedIps: ['192.0.2.0/24', '2001:db8::/32'], rateLimit: 60 },
      },
    })
    const nobody = { id: null, roles: [], isRoot: false }
    expect(judge(acl, { exchange: asked('GET', '/open'), principal: nobody })).toMatchObject({
      kind: 'allowed',
      permission: { id: '65a1b2c3d4e5f60718293a4b' },
    })
  })

  it('let in nobody else', () => {
    expect(judge(acl, { exchange: asked('DELETE', '/orders/7'), principal }).kind).toBe('refused')
    expect(judge(acl, { exchange: asked('GET', '/open'), principal }).kind).toBe('refused')
  })
})
