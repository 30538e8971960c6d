import type { GatewayTiering } from './route-target.ts'

/** What an ordinary permission does not cover (docs/reference/permissions.md#flags): a permission without the flag does not match such a request. */
export type RequestTraits = {
  isManagement: boolean
  isBulkPatch: boolean
  isBulkDelete: boolean
  hasWriteMode: boolean
}

const INNER_RESOURCES = new Set(['_indexes', '_meta', '_schemas', '_aggrs', '_streams'])
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Reads off a request to the data service what it needs extra leave for. */
export function requestTraits(
  request: { method: string; segments: readonly string[]; query: string },
  { tier }: GatewayTiering,
): RequestTraits {
  const { method, segments, query } = request
  const inDatabase = tier === 'dedicated' ? segments.slice(1) : segments
  const [collection, document] = inDatabase
  const isWrite = WRITES.has(method)
  return {
    isManagement: isWrite && isManagement(method, collection, document),
    isBulkPatch: document === '*' && method === 'PATCH',
    isBulkDelete: document === '*' && method === 'DELETE',
    hasWriteMode: isWrite && query !== '' && new URLSearchParams(query).has('wm'),
  }
}

/**
 * Writes to a database, a collection or what belongs to it, and of many permissions at once; a POST to a collection makes
 * a document.
 */
function isManagement(method: string, collection: string | undefined, document: string | undefined): boolean {
  if (collection === undefined) return true
  if (collection === 'acl' && document === 'changes') return method === 'POST'
  return document === undefined ? method !== 'POST' : INNER_RESOURCES.has(document)
}
