import type { GatewayTiering, RequestDestination } from './route-target.ts'

/** `document`: Extended JSON stands for the types of BSON; `json`: a body is what `JSON.parse` makes of it. */
export type BodyForm = 'document' | 'json'

/** What the data service keeps about a collection; no `_id` begins with an underscore. */
const OF_COLLECTIONS: ReadonlySet<string> = new Set(['_meta', '_indexes'])
const WRITES_PROPERTIES: ReadonlySet<string> = new Set(['PUT', 'PATCH'])
const APPS = 'gql-apps'

/**
 * How the service behind a path reads a body. Whoever looks into the body before has to see the same keys and values:
 * `{"$numberLong": "5"}` is a number of a document, and an object among the variables of a GraphQL request.
 */
export function bodyForm(
  { service }: Pick<RequestDestination, 'service'>,
  request: BodyRequest,
  { tier }: Pick<GatewayTiering, 'tier'>,
): BodyForm {
  return readsDocuments[service](request, tier) ? 'document' : 'json'
}

type BodyRequest = { method: string; segments: readonly string[] }

const never = () => false

/** Drafts and explanations are questions about apps; all else of them is stored, also of an app that is called so. */
function asksAboutApps({ segments }: BodyRequest): boolean {
  const below = segments.slice(segments.indexOf(APPS) + 1)
  return below.length === 1 ? below[0] === 'draft' : below[1] === 'explain'
}

/** A collection itself has properties, which are written by PUT and PATCH; what is posted to it are documents. */
function isAboutCollection({ method, segments }: BodyRequest, tier: GatewayTiering['tier']): boolean {
  const isItself = segments.length === (tier === 'dedicated' ? 2 : 1) && WRITES_PROPERTIES.has(method)
  return isItself || segments.some(segment => OF_COLLECTIONS.has(segment))
}

type ReadsDocuments = (request: BodyRequest, tier: GatewayTiering['tier']) => boolean

const readsDocuments: Readonly<Record<RequestDestination['service'], ReadsDocuments>> = {
  data: (request, tier) => !isAboutCollection(request, tier),
  'graphql-apps': request => request.segments[0] !== 'graphql' && !asksAboutApps(request),
  keys: never,
  'webhook-dispatcher': never,
  mcp: never,
  'control-plane': never,
}
