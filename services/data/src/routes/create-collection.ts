import { type Refusal, refuse } from '@sluice/contracts'
import { checkNewName, isDocument } from '@sluice/documents'
import { isDryRun, isThere, type Operation, type RouteHandler, readPreconditions } from '@sluice/service-kit'
import { checkDatabaseName, type Namespace } from '@sluice/store'
import { type CollectionRequest, onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'
import { readWriteMode } from '../domain/write-mode.ts'
import { readBody } from '../read-body.ts'
import { answerMeta } from './collection-meta.ts'
import { collectionSchema, makeQuery } from './schemas.ts'

/** `PUT /<collection>`: makes a collection; 200 where it is there already. */
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
  errors: [
    'BAD_PATH',
    'BAD_QUERY',
    'BAD_REQUEST',
    'VALIDATION_FAILED',
    'FORBIDDEN',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  handle: checkNames(
    onCollection(dependencies, async (asked, { store, catalog, metas }) => {
      const fault = checkRequest(asked)
      if (fault) return fault
      const { namespace } = asked.place
      const isTrial = isDryRun(asked.request)
      const isNew = isTrial ? await couldCreate(namespace, dependencies) : await store.createCollection(namespace)
      catalog.forget(namespace.db)
      if (!isNew && readPreconditions(asked.request).mustBeNew) return isThere()
      const meta = await (isTrial ? metas.trial : metas).read(namespace)
      return answerMeta(meta, asked, { status: isNew ? 201 : 200, headers: { Location: asked.place.path } })
    }),
  ),
})

/** Before anything is looked up: some names can be no place at all. */
const checkNames =
  (handle: RouteHandler): RouteHandler =>
  async request => {
    const { db, collection = '' } = request.params
    const fault =
      checkNewName(collection, 'collection') ?? (db === undefined ? undefined : checkNewName(db, 'database'))
    return fault ?? handle(request)
  }

/** Whether a collection would be made. @throws DatabaseNameTakenError as its making does */
async function couldCreate(namespace: Namespace, { store, catalog }: DataDependencies): Promise<boolean> {
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
  return mode.kind === 'refuse' ? mode : checkNoProperties(request)
}

function checkNoProperties(request: CollectionRequest['request']): Refusal | undefined {
  if (request.rawBody.length === 0) return undefined
  const body = readBody(request)
  if (body.kind === 'refuse') return body
  if (isDocument(body.value) && Object.keys(body.value).length === 0) return undefined
  return refuse(
    'VALIDATION_FAILED',
    'A collection is made with an empty body. Its properties are set afterwards, by PATCH of its _meta.',
  )
}
