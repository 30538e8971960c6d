import { describe, expect, it } from '@jest/globals'
import { routeTarget } from './route-target.ts'

const shared = { tier: 'shared', db: 'sluice' } as const
const dedicated = { tier: 'dedicated', db: 'sluice' } as const
const route = (path: string, tiering: Parameters<typeof routeTarget>[1] = shared) =>
  routeTarget(path.split('/').filter(Boolean), tiering)

describe('the routing table', () => {
  it.each([
    ['/', 'data'],
    ['/orders/7', 'data'],
    ['/mcp', 'mcp'],
    ['/.well-known/oauth-protected-resource', 'control-plane'],
    ['/acl', 'data'],
    ['/users/ann', 'data'],
    ['/keys', 'keys'],
    ['/keys/abc', 'keys'],
    ['/keys/leaked', 'keys'],
    ['/admin/keys', 'keys'],
    ['/admin/audit', 'keys'],
    ['/gql-apps', 'graphql-apps'],
    ['/graphql/a/b', 'graphql-apps'],
    ['/webhooks/1/logs', 'webhook-dispatcher'],
    ['/events', 'webhook-dispatcher'],
    ['/whoami', 'control-plane'],
    ['/plugins/webhooks/enable', 'control-plane'],
    ['/token', 'control-plane'],
    ['/acl/explain', 'control-plane'],
    ['/acl/check', 'control-plane'],
    ['/acl/changes', 'data'],
    ['/acl/ignored', 'data'],
    ['/admin/other', 'control-plane'],
    ['/openapi.json', 'control-plane'],
  ])('sends %s to %s', (path, service) => {
    expect(route(path).service).toBe(service)
  })

  it('finds the apps under the default database alone in the dedicated tier', () => {
    expect(route('/sluice/gql-apps/1', dedicated).service).toBe('graphql-apps')
    expect(route('/other/gql-apps', dedicated).service).toBe('data')
    expect(route('/gql-apps', dedicated).service).toBe('data')
    expect(route('/graphql/shop', dedicated).service).toBe('graphql-apps')
    expect(route('/keys', dedicated).service).toBe('keys')
  })

  it('records bodies of collections, GraphQL and MCP only', () => {
    for (const path of ['/orders', '/graphql/shop', '/mcp', '/gql-apps', '/acl']) {
      expect(route(path).recordsBodies).toBe(true)
    }
    for (const path of ['/keys', '/users', '/users/a', '/token', '/webhooks', '/plugins', '/admin/keys', '/events']) {
      expect(route(path).recordsBodies).toBe(false)
    }
    expect(route('/sluice/users', dedicated).recordsBodies).toBe(false)
    expect(route('/other/users', dedicated).recordsBodies).toBe(true)
  })
})
