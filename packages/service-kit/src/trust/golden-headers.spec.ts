import { describe, expect, it } from '@jest/globals'
import { upstreamName } from '@sluice/contracts'
import { GOLDEN_SECRET, goldenVersions, GOLDEN_AT as now, readGoldenJson } from '@sluice/testkit/golden'
import { z } from 'zod'
import { secret } from '../settings/secret.ts'
import { CHAIN_HEADER, chainKeys, verifyChain } from './chain.ts'
import { createGrantCheck, grantKeys } from './grant.ts'

const WHOLE_GRANT = 'x-sluice-grant'
/** Holds by service the headers of two parts, or the one header of the versions before. */
const headers = z.object({
  grants: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  [WHOLE_GRANT]: z.record(z.string(), z.string()).optional(),
  [CHAIN_HEADER]: z.string(),
})
const secrets = [secret(GOLDEN_SECRET)]

describe.each(goldenVersions())('headers that version %s has sent', version => {
  const {
    grants,
    [WHOLE_GRANT]: wholeGrants = {},
    [CHAIN_HEADER]: chain,
  } = readGoldenJson(headers, version, 'headers.json')
  const grantTo = (name: string) => grants?.[name] ?? { [WHOLE_GRANT]: wholeGrants[name] }

  it('hold grants', () => {
    expect(Object.keys(grants ?? wholeGrants)).not.toEqual([])
  })

  it.each(Object.keys(grants ?? wholeGrants).map(name => upstreamName.parse(name)))(
    'hold a grant for the service %s',
    upstream => {
      const target = '/orders/%C3%A4?page=2'
      const expected = { upstream, method: 'POST', target, now }
      const check = createGrantCheck()(grantTo(upstream), grantKeys(secrets, upstream), expected)
      expect(check).toEqual({
        kind: 'valid',
        grant: {
          upstream,
          requestId: '01a1f8d3-ea00-7000-8000-000000000001',
          method: 'POST',
          target,
          issuedAt: now,
          principal: {
            id: 'ann',
            roles: ['reader', 'writer'],
            via: 'key',
            key: { id: 'a-key', name: 'bound', expiresAt: now + 1000 },
            properties: { _id: 'ann', team: 'blue' },
          },
          isRoot: false,
          permission: {
            id: 'orders-of-the-team',
            rules: expect.stringContaining('{"$date":{"$numberLong":"1790000000000"}}'),
            apiKeys: { roles: ['reader'], 'max-expires-in-days': 30 },
            keyRules: { rateLimit: 60 },
          },
          positions: { keys: 3, acl: 2 },
          chain: ['by-http'],
          clientAddress: '192.0.2.7',
        },
      })
    },
  )

  it('hold the chain of a delivery', () => {
    const request = { method: 'POST', path: '/orders/%C3%A4', now }
    expect(verifyChain(chain, request, chainKeys(secrets))).toEqual(['by-http', 'by-mail'])
  })
})
