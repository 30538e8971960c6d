import type { UpstreamName } from '@sluice/contracts'
import type { CanonicalTarget } from './canonical-target.ts'

/** The service that answers, and what of the exchange may be recorded. */
export type RequestDestination = { service: UpstreamName | 'control-plane'; access: Access; recordsBodies: boolean }

/**
 * `open`: without sign-in, no event; `anybody`: signed in or not; `signed-in`: every signed-in caller; `keys`: the same,
 * but no key; `acl`: as the ACL says.
 */
export type Access = 'open' | 'anybody' | 'signed-in' | 'keys' | 'acl'

export type GatewayTiering = { tier: 'shared' | 'dedicated'; db: string }

const to = (
  service: RequestDestination['service'],
  access: Access = 'acl',
  recordsBodies = false,
): RequestDestination => ({
  service,
  access,
  recordsBodies,
})

const collections = to('data', 'acl', true)
const withoutBodies = to('data')
const graphqlApps = to('graphql-apps', 'acl', true)
const keyAdministration = to('keys')
const controlPlane = to('control-plane')

const byFirstSegment: ReadonlyMap<string, RequestDestination> = new Map([
  ['token', to('control-plane', 'signed-in')],
  ['whoami', to('control-plane', 'signed-in')],
  ['plugins', controlPlane],
  ['openapi.json', to('control-plane', 'open')],
  ['docs', to('control-plane', 'open')],
  ['console', to('control-plane', 'open')],
  ['admin', controlPlane],
  ['keys', to('keys', 'keys')],
  ['graphql', graphqlApps],
  ['webhooks', to('webhook-dispatcher')],
  ['events', to('webhook-dispatcher')],
  ['mcp', to('mcp', 'acl', true)],
  ['.well-known', to('control-plane', 'open')],
])

const byFirstTwo: ReadonlyMap<string, RequestDestination> = new Map([
  ['admin/keys', keyAdministration],
  ['admin/audit', keyAdministration],
  ['acl/explain', controlPlane],
  ['acl/check', controlPlane],
  ['keys/leaked', to('keys', 'anybody')],
])

/** Finds the service of a path by its first segments. In the dedicated tier system collections stand under the default database. */
export function routeTarget(segments: readonly string[], { tier, db }: GatewayTiering): RequestDestination {
  const [first = '', second = ''] = segments
  const fixed = byFirstTwo.get(`${first}/${second}`) ?? byFirstSegment.get(first)
  if (fixed) return fixed
  if (tier === 'dedicated') return first === db ? routeCollection(second) : collections
  return routeCollection(first)
}

function routeCollection(name: string): RequestDestination {
  if (name === 'gql-apps') return graphqlApps
  return name === 'users' ? withoutBodies : collections
}

type JudgedTarget = { method: string; target: CanonicalTarget }

const ISSUE: JudgedTarget = {
  method: 'POST',
  target: { kind: 'target', path: '/keys', segments: ['keys'], query: '', encoded: '/keys' },
}

/**
 * What the ACL is asked about a request. Below `/keys` it is the issue of a key: what one could be now, and whether one
 * may have a new secret, is said by the permission that an issue would need.
 */
export const judgedAs = (asked: JudgedTarget, access: Access): JudgedTarget =>
  access === 'keys' && asked.target.segments.length > 1 ? ISSUE : asked

/** Whether a request asks for a new secret: the issue of a key, or its rotation. */
export const asksForSecret = ({ method, target: { segments } }: JudgedTarget): boolean =>
  method === 'POST' && segments[0] === 'keys' && (segments.length === 1 || segments[2] === 'rotate')

/** What every signed-in person may ask, and no key: sessions, and one's own password. */
export const isForPeople = ([first, second]: readonly string[]): boolean =>
  first === 'token' || (first === 'whoami' && second === 'password')
