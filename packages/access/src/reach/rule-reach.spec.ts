import { describe, expect, it } from '@jest/globals'
import { checkPermission } from '../check-permission.ts'
import { createRuleReach } from './rule-reach.ts'

const shared = createRuleReach({ tier: 'shared', db: 'sluice' })
const dedicated = createRuleReach({ tier: 'dedicated', db: 'main' })
const RULES = { readFilter: { a: 1 }, writeFilter: { a: 1 }, projectResponse: { a: 0 }, mergeRequest: { a: 1 } }

function judge(predicate: string, mongo: object = RULES, reach = shared) {
  const checked = checkPermission({ _id: 'p', roles: ['r'], predicate, mongo })
  if (checked.kind === 'invalid') throw new TypeError(JSON.stringify(checked.errors))
  const { faults, warnings } = reach.judge(checked.permission)
  const rulesOf = (found: typeof faults) => found.map(({ path }) => path.slice('mongo.'.length))
  return {
    faults: rulesOf(faults),
    warnings: rulesOf(warnings),
    texts: [...faults, ...warnings].map(one => one.message),
  }
}
const ALL = ['readFilter', 'writeFilter', 'projectResponse', 'mergeRequest']
const READING = ['readFilter', 'projectResponse']

describe('saving a permission with rules', () => {
  it.each([
    "path-prefix('/orders')",
    "path('/users/ann')",
    "path-prefix('/acl') and not path('/acl/explain') and not path('/acl/check')",
    "path-template('/gql-apps/{id}/versions/*')",
    "path-prefix('/admin/keys')",
    "path-prefix('/orders') and path-suffix('x')",
    "method('GET') and not (path-prefix('/graphql') or path-prefix('/plugins') or path-prefix('/keys')) and path-prefix('/orders')",
    'false',
  ])('says nothing where they are applied: %s', predicate => {
    const { faults, warnings } = judge(predicate)
    expect(faults).toEqual([])
    expect(warnings).toEqual([])
  })

  it.each([
    ["path('/graphql/shop')", ALL],
    ["path-prefix('/graphql') and method('GET')", READING],
    ["path-prefix('/plugins')", ALL],
    ["path-prefix('/admin/audit')", READING],
    ["path-prefix('/events') or path('/webhooks/mail-allowance')", READING],
    ["path('/webhooks/mail-server') and method('DELETE')", ['writeFilter']],
    ["path('/gql-apps/draft') and method('POST')", ALL],
    ["path-prefix('/keys')", ALL],
    ["path('/whoami')", ALL],
    ["path-template('/gql-apps/{id}/documents') and method('PUT')", ['mergeRequest']],
  ])('refuses those that can be applied nowhere: %s', (predicate, rules) => {
    const { faults, warnings } = judge(predicate)
    expect(faults).toEqual(rules)
    expect(warnings).toEqual([])
  })

  it.each([
    ["path-prefix('/')", ALL],
    ["not path('/orders')", ALL],
    ["equals(%u, 'ann')", ALL],
    ["path-suffix('/orders')", ALL],
    ["path-prefix('/webhooks')", ALL],
    ["path-prefix('/webhooks') and method('GET')", READING],
    ["path('/orders') or path('/plugins')", READING],
    ["path-prefix('/gql-apps')", ALL],
    ["path-prefix('/gql-apps') and not (path('/gql-apps/draft') and method('POST'))", ALL],
    ["path-prefix('/gql-apps') and not path('/gql-apps/draft')", ['mergeRequest']],
  ])('names those that are not applied everywhere: %s', (predicate, rules) => {
    const { faults, warnings } = judge(predicate)
    expect(faults).toEqual([])
    expect(warnings).toEqual(rules)
  })

  it('refuses one rule and names another where they are applied at different paths', () => {
    const { faults, warnings } = judge("path-template('/webhooks/{id}/logs/*') and method('GET')")
    expect([faults, warnings]).toEqual([['projectResponse'], ['readFilter']])
  })

  it('names the paths, and tells those that refuse from those that need no permission', () => {
    const { texts } = judge("path-prefix('/webhooks') or path('/keys')", { mergeRequest: { a: 1 } })
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(
      'Requests are refused at GET, PUT, DELETE /webhooks/mail-server; POST /webhooks/recordings;',
    )
    expect(texts[0]).toContain('It narrows nothing at /keys/…, which need no permission.')
    expect(texts[0]).not.toContain('/graphql')
  })

  it('counts managing a collection where the permission allows it', () => {
    expect(judge("path-prefix('/orders')", { writeFilter: { a: 1 } })).toMatchObject({ warnings: [] })
    const manager = { writeFilter: { a: 1 }, allowManagementRequests: true }
    const { warnings, texts } = judge("path-prefix('/orders')", manager)
    expect(warnings).toEqual(['writeFilter'])
    expect(texts[0]).toContain('PUT, PATCH, DELETE /<collection>')
  })

  it('knows the paths of the dedicated tier', () => {
    expect(judge("path-prefix('/main/gql-apps')", { readFilter: { a: 1 } }, dedicated)).toMatchObject({
      faults: [],
      warnings: ['readFilter'],
    })
    expect(judge("path('/main/gql-apps/draft') and method('POST')", RULES, dedicated).faults).toEqual(ALL)
    expect(judge("path-prefix('/gql-apps')", RULES, dedicated)).toMatchObject({ faults: [], warnings: [] })
    expect(judge("path-prefix('/shop/orders')", RULES, dedicated)).toMatchObject({ faults: [], warnings: [] })
  })
})
