import { type Grant, grant, type UpstreamName, upstreamName } from '@sluice/contracts'
import { chainKeys, formatGrantedCaller, grantKeys, secret, signChain, signGrant } from '@sluice/service-kit'
import { GOLDEN_AT, GOLDEN_SECRET, goldenEventId } from '@sluice/testkit/golden'

const secrets = [secret(GOLDEN_SECRET)]

const contentFor = (upstream: UpstreamName): Grant =>
  grant.parse({
    upstream,
    requestId: goldenEventId(1),
    method: 'POST',
    target: '/orders/%C3%A4?page=2',
    issuedAt: GOLDEN_AT,
    principal: {
      id: 'ann',
      roles: ['reader', 'writer'],
      via: 'key',
      properties: { _id: 'ann', team: 'blue' },
      key: { id: 'a-key', name: 'bound', expiresAt: GOLDEN_AT + 1000 },
    },
    isRoot: false,
    permission: {
      id: 'orders-of-the-team',
      rules: '{"readFilter":{"at":{"$lt":{"$date":{"$numberLong":"1790000000000"}}}},"projectResponse":{"note":0}}',
      apiKeys: { roles: ['reader'], 'max-expires-in-days': 30 },
      keyRules: { rateLimit: 60 },
    },
    positions: { keys: 3, acl: 2 },
    chain: ['by-http'],
    clientAddress: '192.0.2.7',
  })

/** What gateway, services and deliveries say to each other in headers, by service where it differs. */
export function goldenHeaders(positions: string) {
  const grants = upstreamName.options.map(upstream => {
    const [key] = grantKeys(secrets, upstream)
    const content = contentFor(upstream)
    return [upstream, key && signGrant(formatGrantedCaller(content), content, key)] as const
  })
  const [key] = chainKeys(secrets)
  const delivery = {
    webhooks: ['by-http', 'by-mail'],
    deliveryId: goldenEventId(2),
    method: 'POST',
    path: '/orders/%C3%A4',
  }
  return {
    grants: Object.fromEntries(grants),
    'sluice-chain': key && signChain({ ...delivery, at: GOLDEN_AT }, key),
    'x-sluice-positions': positions,
  }
}
