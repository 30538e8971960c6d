import type { RequestDestination } from './route-target.ts'

/** `document`: Extended JSON stands for the types of BSON; `json`: a body is what `JSON.parse` makes of it. */
export type BodyForm = 'document' | 'json'

/** What the data service keeps about a collection; no `_id` begins with an underscore. */
const OF_COLLECTIONS: ReadonlySet<string> = new Set(['_meta', '_indexes'])
const APPS = 'gql-apps'

/**
 * How the service behind a path reads a body. Whoever looks into the body before has to see the same keys and values:
 * `{"$numberLong": "5"}` is a number of a document, and an object among the variables of a GraphQL request.
 */
export function bodyForm({ service }: Pick<RequestDestination, 'service'>, segments: readonly string[]): BodyForm {
  return readsDocuments[service](segments) ? 'document' : 'json'
}

const never = () => false

/** Drafts and explanations are questions about apps; all else of them is stored, also of an app that is called so. */
function asksAboutApps(segments: readonly string[]): boolean {
  const below = segments.slice(segments.indexOf(APPS) + 1)
  return below.length === 1 ? below[0] === 'draft' : below[1] === 'explain'
}

const readsDocuments: Readonly<Record<RequestDestination['service'], (segments: readonly string[]) => boolean>> = {
  data: segments => !segments.some(segment => OF_COLLECTIONS.has(segment)),
  'graphql-apps': segments => segments[0] !== 'graphql' && !asksAboutApps(segments),
  keys: never,
  'webhook-dispatcher': never,
  mcp: never,
  'control-plane': never,
}
