import { type Refusal, refuse } from '@sluice/contracts'
import { readPathId } from '@sluice/documents'
import { noDocument, type Place } from './place.ts'

/** Segments that mean something else than a document. */
const RESERVED_IDS: ReadonlySet<string> = new Set([
  '_size',
  '_meta',
  '_indexes',
  '_schemas',
  '_aggrs',
  '_streams',
  '_sessions',
  '*',
])

export type DocumentTarget = { kind: 'target'; id: unknown; text: string }

/** Reads the last segment of a path as an id. Users are known by their names, whatever these look like. */
export function readDocumentTarget(place: Place, segment: string, query: URLSearchParams): DocumentTarget | Refusal {
  if (RESERVED_IDS.has(segment)) return noDocument(place.path, segment)
  const read = readPathId(segment, place.kind === 'users' ? 'STRING' : (query.get('id_type') ?? undefined))
  return read.kind === 'refuse' ? read : { kind: 'target', id: read.id, text: segment }
}

/** Judges the condition that `?checkEtag` makes mandatory. */
export function checkIfMatch(query: URLSearchParams, ifMatch: string | undefined): Refusal | undefined {
  const isWanted = query.has('checkEtag') && query.get('checkEtag') !== 'false'
  if (!isWanted || ifMatch !== undefined) return undefined
  return refuse('IF_MATCH_REQUIRED', 'This request needs an If-Match header with the ETag that you have read.')
}
