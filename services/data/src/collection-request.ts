import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import { protectedFields, readRules, type Visibility, visibilityOf } from '@sluice/documents'
import type { Answer, RouteHandler, ServiceRequest } from '@sluice/service-kit'
import {
  type Collection,
  DatabaseNameTakenError,
  DuplicateKeyError,
  InvalidQueryError,
  type StoreTransaction,
  UnsupportedByStoreError,
} from '@sluice/store'
import type { DataDependencies } from './dependencies.ts'
import { readJsonMode, type WrittenMode } from './domain/json-mode.ts'
import { type DataPath, noCollection, readPlace } from './domain/place.ts'

/** A request about one collection: what it names, what its caller may see and do, how the answer is written. */
export type CollectionRequest = {
  request: ServiceRequest
  place: DataPath
  collection: Collection
  rules: GrantedRules
  visibility: Visibility
  mode: WrittenMode
  /** The transaction in which a write is only tried out (`?dryRun=true`); `collection` is the one of it then. */
  trial: StoreTransaction | undefined
}

export type CollectionWork = (asked: CollectionRequest, dependencies: DataDependencies) => Promise<Answer | Refusal>

/** Opens the collection that a path names for its caller. What the store refuses becomes an answer that says so. */
export const onCollection =
  (dependencies: DataDependencies, work: CollectionWork): RouteHandler =>
  async request => {
    const asked = openRequest(request, dependencies)
    if (asked.kind === 'refuse') return asked
    noteWrite(asked.asked, dependencies)
    try {
      return await work(asked.asked, dependencies)
    } catch (error) {
      const refusal = refuseStoreError(error, request.method)
      if (refusal) return refusal
      throw error
    }
  }

/** The same for the permissions, at a path that names them without a parameter. */
export const onAcl = (dependencies: DataDependencies, work: CollectionWork): RouteHandler => {
  const { tier, db } = dependencies
  const handle = onCollection(dependencies, work)
  const params = { ...(tier === 'dedicated' && { db }), collection: 'acl' }
  return request => handle({ ...request, params })
}

/** The same, where the collection has to exist. `users` and `acl` always do. */
export const onExistingCollection = (dependencies: DataDependencies, work: CollectionWork): RouteHandler =>
  onCollection(dependencies, async asked =>
    (await exists(asked.place, dependencies)) ? work(asked, dependencies) : noCollection(asked.place, dependencies),
  )

/** Whether there is such a collection. */
export const exists = ({ kind, namespace }: DataPath, { catalog }: DataDependencies): Promise<boolean> =>
  kind === 'open' ? catalog.has(namespace) : Promise.resolve(true)

/** What the caller's permission says about documents. */
export const rulesOf = ({ caller }: ServiceRequest): GrantedRules => readRules(caller.permission?.rules ?? null)

function openRequest(
  request: ServiceRequest,
  { store, db }: DataDependencies,
): { kind: 'opened'; asked: CollectionRequest } | Refusal {
  const { caller, params, query } = request
  if (!caller.isRoot && !caller.permission)
    return refuse('FORBIDDEN', 'No permission of yours reaches this collection.')
  const found = readPlace(params, db)
  if (found.kind === 'refuse') return found
  const mode = readJsonMode(query.get('jsonMode'))
  if (mode.kind === 'refuse') return mode
  const { place } = found
  const rules = rulesOf(request)
  const visibility = visibilityOf(rules, protectedFields(place.namespace, db))
  const collection = store.collection(place.namespace)
  return { kind: 'opened', asked: { request, place, collection, rules, visibility, mode, trial: undefined } }
}

/** Bodies of many documents say nothing of the size of one; permissions are never large. */
function noteWrite({ request: { rawBody }, place }: CollectionRequest, { largePages }: DataDependencies): void {
  if (place.kind === 'acl') return
  if (rawBody.byteLength > LARGE_BODY_BYTES && rawBody[0] === OPENING_BRACE) {
    largePages.noteWrite(place.namespace, rawBody.byteLength)
  }
}

const LARGE_BODY_BYTES = 64 * 1024
const OPENING_BRACE = 0x7b

/** What an error of the store says about the request; undefined for one that is no fault of it. */
export function refuseStoreError(error: unknown, method: string): Refusal | undefined {
  if (error instanceof DuplicateKeyError) {
    return refuse('CONFLICT', 'A document with this _id, or with a value that has to be unique, is there already.')
  }
  if (error instanceof DatabaseNameTakenError) return refuse('CONFLICT', error.message)
  if (!(error instanceof UnsupportedByStoreError || error instanceof InvalidQueryError)) return undefined
  // Reads have a filter, a sort, a projection; what a write asks for stands in its body.
  return refuse(method === 'GET' || method === 'HEAD' ? 'BAD_FILTER' : 'VALIDATION_FAILED', error.message)
}
