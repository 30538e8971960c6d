import { type Refusal, refuse, TAKEN_PERMISSION_IDS } from '@sluice/contracts'
import { formatPathId, type IdNaming, readPathId } from '@sluice/documents'
import { type DataPath, noDocument } from './place.ts'

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

/** How the documents of a place are named: users by their names; below `/acl` some words mean something else. */
const namingOf = ({ kind }: Pick<DataPath, 'kind'>): IdNaming => namings[kind]

const namings: Readonly<Record<DataPath['kind'], IdNaming>> = {
  open: {},
  users: { isTextOnly: true },
  acl: { taken: TAKEN_PERMISSION_IDS },
}

/** The path of a document, percent-encoded, with the query that belongs to it: for `Location` and `links`. */
export const pathOfDocument = (place: DataPath, id: unknown): string =>
  `${place.path.split('/').map(encodeURIComponent).join('/')}/${formatPathId(id, namingOf(place))}`

/** Reads the last segment of a path as an id. */
export function readDocumentTarget(place: DataPath, segment: string, query: URLSearchParams): DocumentTarget | Refusal {
  if (RESERVED_IDS.has(segment)) return noDocument(place.path, segment)
  const read = readPathId(segment, query, namingOf(place))
  if (read.kind === 'refuse') return read
  return { kind: 'target', id: read.id, text: typeof read.id === 'string' ? read.id : segment }
}

/** Judges the condition that `?checkEtag` makes mandatory. */
export function checkIfMatch(query: URLSearchParams, ifMatch: string | undefined): Refusal | undefined {
  const isWanted = query.has('checkEtag') && query.get('checkEtag') !== 'false'
  if (!isWanted || ifMatch !== undefined) return undefined
  return refuse('IF_MATCH_REQUIRED', 'This request needs an If-Match header with the ETag that you have read.')
}
