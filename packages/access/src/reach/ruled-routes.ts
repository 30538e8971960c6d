import { DOCUMENT_RULES, type DocumentRuleName } from '@sluice/contracts'

/** How collections are addressed: without their database, or below it. `db`: the default one. */
export type RouteTiering = { tier: 'shared' | 'dedicated'; db: string }

/** What becomes of the rules of a permission at some paths. `<name>` is any one segment, `…` whatever may follow. */
export type RuledRoute = {
  path: string
  /** `GET` covers `HEAD`; absent: all that are left. */
  methods?: readonly string[]
  /** Such a request is let in by permissions with the flag alone. */
  needs?: 'allowManagementRequests'
} & (
  | { kind: 'ruled'; applies: readonly DocumentRuleName[] }
  /** Open to whoever has signed in, or to everyone; no permission is asked, so that none narrows anything. */
  | { kind: 'open' }
  /** Nothing is served. */
  | { kind: 'unserved' }
)

type Options = Pick<RuledRoute, 'needs'>

const ruled =
  (applies: readonly DocumentRuleName[]) =>
  (methods: string, path: string, options: Options = {}): RuledRoute => ({
    kind: 'ruled',
    methods: methods.split(' '),
    path,
    applies,
    ...options,
  })

/** Documents: every rule is applied. */
const documents = ruled(DOCUMENT_RULES)
/** Answers tell of a document in another form, to which its fields' names do not fit. */
const unprojected = ruled(DOCUMENT_RULES.filter(rule => rule !== 'projectResponse'))
/** What is none of the documents that a rule could be about: none is applied. */
const others = ruled([])
const MANAGEMENT = { needs: 'allowManagementRequests' } as const
const openTo = (path: string): RuledRoute => ({ kind: 'open', path })
const nothingElse = (path: string): RuledRoute => ({ kind: 'unserved', path })

/**
 * The one table of where which rules of a `mongo` block are applied. As among routes, the first line that fits counts.
 * It says of each path what the operation there declares (`appliedRules` in packages/service-kit/src/http/route.ts), which
 * e2e/src/rules/ruled-routes.int.spec.ts holds against all of them.
 */
export function ruledRoutes({ tier, db }: RouteTiering): readonly RuledRoute[] {
  const system = tier === 'dedicated' ? `/${db}` : ''
  const collection = tier === 'dedicated' ? '/<db>/<collection>' : '/<collection>'
  return [
    ...['/token', '/whoami', '/docs', '/openapi.json', '/console', '/keys'].map(path => openTo(`${path}/…`)),
    ...ownResources,
    ...appRoutes(`${system}/gql-apps`),
    documents('POST', `${system}/acl/changes`, MANAGEMENT),
    documents('GET', `${system}/acl/ignored`),
    // The collections, or the databases.
    others('GET', '/', MANAGEMENT),
    ...(tier === 'dedicated' ? databaseRoutes : []),
    ...collectionRoutes(collection),
  ]
}

const ownResources: readonly RuledRoute[] = [
  others('POST', '/acl/explain'),
  others('POST', '/acl/check'),
  others('GET', '/plugins'),
  others('POST', '/plugins/<id>/<step>'),
  nothingElse('/plugins/…'),
  documents('GET DELETE', '/admin/keys'),
  documents('DELETE', '/admin/keys/<id>'),
  documents('GET', '/admin/keys/<id>/usage'),
  others('GET', '/admin/audit'),
  others('GET', '/admin/about'),
  others('GET', '/admin/processes'),
  others('POST', '/admin/check-import'),
  nothingElse('/admin/…'),
  others('POST', '/mcp'),
  others('POST', '/mcp/explain'),
  nothingElse('/mcp/…'),
  others('GET', '/events'),
  others('GET', '/events/tail'),
  others('GET', '/events/<id>'),
  nothingElse('/events/…'),
  others('GET POST', '/graphql/<uri>/…'),
  nothingElse('/graphql/…'),
  documents('GET POST', '/webhooks'),
  others('GET PUT DELETE', '/webhooks/mail-server'),
  nothingElse('/webhooks/mail-server'),
  others('GET', '/webhooks/mail-allowance'),
  nothingElse('/webhooks/mail-allowance'),
  others('POST', '/webhooks/recordings'),
  others('GET', '/webhooks/recordings/<id>'),
  nothingElse('/webhooks/recordings'),
  others('GET', '/webhooks/templates'),
  others('POST', '/webhooks/templates/preview'),
  nothingElse('/webhooks/templates'),
  others('POST', '/webhooks/conditions/check'),
  others('POST', '/webhooks/listen'),
  nothingElse('/webhooks/listen'),
  others('POST', '/webhooks/test'),
  nothingElse('/webhooks/test'),
  unprojected('GET', '/webhooks/stats'),
  nothingElse('/webhooks/stats'),
  unprojected('GET', '/webhooks/logs'),
  nothingElse('/webhooks/logs'),
  documents('GET PATCH PUT DELETE', '/webhooks/<id>'),
  documents('GET', '/webhooks/<id>/versions'),
  documents('GET', '/webhooks/<id>/versions/<version>'),
  documents('POST', '/webhooks/<id>/versions/<version>/restore'),
  documents('POST', '/webhooks/<id>/secret'),
  unprojected('POST', '/webhooks/<id>/test'),
  unprojected('GET', '/webhooks/<id>/logs'),
  documents('DELETE', '/webhooks/<id>/logs'),
  unprojected('GET', '/webhooks/<id>/logs/tail'),
  unprojected('GET', '/webhooks/<id>/logs/<log>'),
  unprojected('POST', '/webhooks/<id>/logs/<log>/redeliver'),
  unprojected('POST', '/webhooks/<id>/redeliver'),
  nothingElse('/webhooks/…'),
]

const appRoutes = (apps: string): readonly RuledRoute[] => [
  documents('GET POST', apps),
  others('PUT', apps, MANAGEMENT),
  documents('GET', `${apps}/_size`),
  documents('POST', `${apps}/validate`),
  // It looks at documents of other collections.
  others('POST', `${apps}/draft`),
  documents('GET PUT PATCH DELETE', `${apps}/<id>`),
  documents('POST', `${apps}/<id>/explain`),
  documents('GET', `${apps}/<id>/schema`),
  documents('GET', `${apps}/<id>/versions`),
  documents('GET', `${apps}/<id>/versions/<version>`),
  documents('POST', `${apps}/<id>/versions/<version>/restore`),
  documents('GET', `${apps}/<id>/documents`),
  // What a `mergeRequest` sets are fields of an app, and none is written there.
  ruled(['readFilter', 'writeFilter', 'projectResponse'])('PUT', `${apps}/<id>/documents`),
  nothingElse(`${apps}/…`),
]

/** About a collection or database as a whole, not about some of its documents. */
const databaseRoutes: readonly RuledRoute[] = [
  others('GET PUT DELETE', '/<db>', MANAGEMENT),
  others('GET', '/<db>/_meta', MANAGEMENT),
]

const collectionRoutes = (collection: string): readonly RuledRoute[] => [
  documents('GET POST', collection),
  others('PUT PATCH DELETE', collection, MANAGEMENT),
  documents('GET', `${collection}/_meta`),
  others('PATCH', `${collection}/_meta`, MANAGEMENT),
  others('GET', `${collection}/_indexes`, MANAGEMENT),
  ruled(['projectResponse'])('PUT', `${collection}/_indexes/<name>`, MANAGEMENT),
  others('DELETE', `${collection}/_indexes/<name>`, MANAGEMENT),
  documents('GET', `${collection}/_size`),
  documents('GET', `${collection}/_aggrs/<name>`),
  documents('GET PUT PATCH DELETE', `${collection}/<id>`),
]
