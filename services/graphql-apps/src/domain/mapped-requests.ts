import type { StandInRequest } from '@sluice/access'
import type { AppDocument } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import type { Namespace } from '@sluice/store'
import { collectionsOf } from './compile/compile-stages.ts'

/**
 * A request to the REST interface that would do what a mapping does, to all documents; undefined where none could. `place`:
 * where the app says so.
 */
export type MappedRequest = { place: string; namespace: Namespace; request: StandInRequest | undefined }

type PathOf = (namespace: Namespace) => string | undefined

/** What an app may read and write by its mappings, as requests that its author would make. */
export const mappedRequests = ({ mappings }: Pick<AppDocument, 'mappings'>, pathOf: PathOf): MappedRequest[] =>
  Object.entries(mappings).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([field, mapping]) => requestsOf(mapping, `mappings.${type}.${field}`, pathOf)),
  )

function requestsOf(mapping: unknown, place: string, pathOf: PathOf): MappedRequest[] {
  if (!isDocument(mapping) || typeof mapping.db !== 'string' || typeof mapping.collection !== 'string') return []
  const { db, collection: own, stages, ...others } = mapping
  const read = (collection: string, at: string): MappedRequest => {
    const namespace = { db, collection }
    const path = pathOf(namespace)
    return { place: `${place}.${at}`, namespace, request: path === undefined ? undefined : { method: 'GET', path } }
  }
  const namespace = { db, collection: own }
  const path = pathOf(namespace)
  const methods = path === undefined ? [] : Object.keys(others).map(method => ({ method, path }))
  const writes = methods.flatMap(({ method, path: to }) =>
    writesOf(method, others[method], to).map(request => ({
      place: `${place}.${method}`,
      namespace,
      request,
    })),
  )
  const joined = [...new Set(collectionsOf(stages))].map(collection => read(collection, 'stages'))
  return [read(own, 'collection'), ...joined, ...writes]
}

/** The filter of a bulk request that leaves no document out. */
const ALL = { filter: {}, queryString: new URLSearchParams({ filter: '{}' }).toString() }

/**
 * Lists the writes that a mutation may turn out to be. It is not known yet which documents it will be about, and what
 * it will write: its author has to be allowed it all.
 */
function writesOf(method: string, options: unknown, path: string): StandInRequest[] {
  const writeMode = isDocument(options) && options.upsert === true
  switch (method) {
    case 'insertOne':
    case 'insertMany':
      return [create(path)]
    case 'updateOne':
    case 'updateMany':
    case 'replaceOne': {
      const update = { ...ALL, method: 'PATCH', path: `${path}/*`, bulkPatch: true, writeMode, isBodyOpen: true }
      return writeMode ? [update, create(path)] : [update]
    }
    case 'deleteOne':
    case 'deleteMany':
      return [{ ...ALL, method: 'DELETE', path: `${path}/*`, bulkDelete: true }]
    default:
      return []
  }
}

const create = (path: string): StandInRequest => ({ method: 'POST', path, isBodyOpen: true })
