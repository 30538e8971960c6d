import { type Refusal, refuse } from '@sluice/contracts'
import { type CollectionTiering, checkNewCollection, isInternalCollection, isOwnDatabase } from '@sluice/documents'
import type { Namespace } from '@sluice/store'

/** `users` and `acl` of the default database are judged before they are written; all others are the owner's. */
type PlaceKind = 'open' | 'users' | 'acl'

/** What the path of a request names. */
export type DataPath = {
  kind: PlaceKind
  namespace: Namespace
  /** The path of the collection, as clients send it. */
  path: string
}

const MAX_NAME = 200

/** @param defaultDb the database without a name in the path, or the one that holds the system collections */
export function readPlace(
  params: Readonly<Record<string, string | undefined>>,
  defaultDb: string,
): { kind: 'place'; place: DataPath } | Refusal {
  const { db = defaultDb, collection = '' } = params
  const path = params.db === undefined ? `/${collection}` : `/${db}/${collection}`
  const isElsewhere = db === defaultDb && collection === 'gql-apps'
  if (
    isElsewhere ||
    !isPossible({ db, collection }, defaultDb) ||
    isInternalCollection({ db, collection }, defaultDb)
  ) {
    return refuse('NOT_FOUND', `There is no collection at ${path}, and can be none: the name is the service's own.`)
  }
  return { kind: 'place', place: { kind: kindOf(db === defaultDb, collection), namespace: { db, collection }, path } }
}

/** Names that no collection of the owner's can have, and databases that are the server's. */
const isPossible = ({ db, collection }: Namespace, defaultDb: string): boolean =>
  (db === defaultDb || isOwnDatabase(db)) && collection.length <= MAX_NAME && !collection.includes('\0')

function kindOf(isDefaultDb: boolean, collection: string): PlaceKind {
  return isDefaultDb && (collection === 'users' || collection === 'acl') ? collection : 'open'
}

export function noCollection({ path, namespace }: DataPath, tiering: CollectionTiering): Refusal {
  const isImpossible = checkNewCollection(namespace, tiering)
  const help = isImpossible ? 'None can have this name.' : `Whoever manages collections can create it with PUT ${path}.`
  return refuse('NOT_FOUND', `There is no collection at ${path}. ${help}`)
}

export const noDocument = (path: string, id: string): Refusal =>
  refuse('NOT_FOUND', `There is no document "${id}" in ${path}, or it is not for you to see or change.`)
