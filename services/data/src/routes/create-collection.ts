import type { Refusal } from '@sluice/contracts'
import { checkNewCollection, checkNewDatabase, readWriteMode } from '@sluice/documents'
import { isDryRun, isThere, type Operation, type RouteHandler, readPreconditions } from '@sluice/service-kit'
import { checkDatabaseName } from '@sluice/store'
import { type CollectionRequest, onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'
import { type DataPath, readPlace } from '../domain/place.ts'
import type { CollectionMeta, CollectionProperties } from '../ports/collection-metas.ts'
import { answerMeta, keepProperties, readSentProperties } from './collection-meta.ts'
import { collectionSchema, makeQuery, propertiesSchema } from './schemas.ts'

/** `PUT /<collection>`: makes a collection, with the properties that are sent; 200 where it is there already. */
export const createCollection = (dependencies: DataDependencies): Operation => ({
  id: 'createCollection',
  tag: 'collections',
  summary: 'Create a collection',
  headers: ['If-None-Match'],
  answerHeaders: ['ETag', 'Location'],
  answers: {
    200: collectionSchema.describe('It was there already'),
    201: collectionSchema.describe('It is new'),
  },
  query: makeQuery,
  body: propertiesSchema.optional(),
  errors: [
    'BAD_PATH',
    'BAD_QUERY',
    'BAD_REQUEST',
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'FORBIDDEN',
    'FIELD_HIDDEN',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNSUPPORTED_MEDIA_TYPE',
    'UNAVAILABLE',
  ],
  handle: checkNames(dependencies, onCollection(dependencies, make)),
})

async function make(asked: CollectionRequest, dependencies: DataDependencies): ReturnType<RouteHandler> {
  const fault = checkRequest(asked)
  if (fault) return fault
  const { request, place } = asked
  // Before anything is made: a collection whose properties are refused is none.
  const sent = readSent(asked, dependencies)
  if (sent.kind === 'refuse') return sent
  const isNew = await makePlace(asked, dependencies)
  dependencies.catalog.forget(place.namespace.db)
  if (!isNew && readPreconditions(request).mustBeNew) return isThere()
  const meta = await metaOf(asked, dependencies, sent.properties)
  return answerMeta(meta, asked, { status: isNew ? 201 : 200, headers: { Location: place.path } })
}

type SentProperties = { kind: 'properties'; properties: CollectionProperties } | Refusal

/** An empty body says nothing of the properties, and neither does an empty object: they stay as they are. */
const readSent = (asked: CollectionRequest, dependencies: DataDependencies): SentProperties =>
  asked.request.rawBody.length === 0 ? { kind: 'properties', properties: {} } : readSentProperties(asked, dependencies)

async function metaOf(
  asked: CollectionRequest,
  dependencies: DataDependencies,
  properties: CollectionProperties,
): Promise<CollectionMeta> {
  const { metas } = dependencies
  const isNothing = Object.keys(properties).length === 0
  const kept = isNothing ? undefined : await keepProperties(asked, dependencies, { properties })
  return kept ?? (isDryRun(asked.request) ? metas.trial : metas).read(asked.place.namespace)
}

/** Before anything is looked up: some names can be no place at all. Users and permissions have one, and are there. */
const checkNames =
  ({ tier, db: defaultDb }: DataDependencies, handle: RouteHandler): RouteHandler =>
  async request => {
    const { db, collection = '' } = request.params
    const found = readPlace(request.params, defaultDb)
    const isManaged = found.kind === 'place' && found.place.kind !== 'open'
    const fault = isManaged
      ? undefined
      : (checkNewCollection({ db: db ?? defaultDb, collection }, { tier, db: defaultDb }) ??
        (db === undefined ? undefined : checkNewDatabase(db)))
    return fault ?? handle(request)
  }

/** @returns whether it is new. @throws DatabaseNameTakenError for a database that another one's name stands in the way of */
async function makePlace({ request, place }: CollectionRequest, dependencies: DataDependencies): Promise<boolean> {
  if (place.kind !== 'open') return false
  return isDryRun(request) ? couldCreate(place, dependencies) : dependencies.store.createCollection(place.namespace)
}

/** Whether a collection would be made. @throws DatabaseNameTakenError as its making does */
async function couldCreate({ namespace }: DataPath, { store, catalog }: DataDependencies): Promise<boolean> {
  catalog.forget(namespace.db)
  if (await catalog.has(namespace)) return false
  checkDatabaseName(namespace.db, await store.listDatabases())
  return true
}

function checkRequest({ request, rules }: CollectionRequest): Refusal | undefined {
  const caller = { isRoot: request.caller.isRoot, rules }
  const forbidden = checkManagement(caller)
  if (forbidden) return forbidden
  const mode = readWriteMode(request.query, { ...caller, byDefault: 'upsert', possible: ['upsert'] })
  return mode.kind === 'refuse' ? mode : undefined
}
