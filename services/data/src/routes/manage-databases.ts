import { type Refusal, refuse, wireObjectId } from '@sluice/contracts'
import {
  checkNewDatabase,
  etagFilter,
  formatEtag,
  isOwnDatabase,
  readEtagCondition,
  readWriteMode,
} from '@sluice/documents'
import {
  changedMeanwhile,
  created,
  dryRunQuery,
  isDryRun,
  isThere,
  noContent,
  type Operation,
  ok,
  type RouteHandler,
  readPreconditions,
  type ServiceRequest,
} from '@sluice/service-kit'
import { checkDatabaseName, DatabaseNameTakenError, type Store } from '@sluice/store'
import { z } from 'zod'
import { rulesOf } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { INNER_COLLECTION } from '../domain/collection-rules.ts'
import { checkManagement } from '../domain/management.ts'
import { ifMatchMissing } from './collection-meta.ts'
import { makeQuery } from './schemas.ts'

const databaseSchema = z
  .object({
    _id: z.string().describe('The name of the database'),
    _etag: wireObjectId.describe('Its version, for `If-Match`'),
  })
  .meta({ id: 'Database', examples: [{ _id: 'flights', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' } }] })

/** Names the place that keeps the version of a database; no collection can have this name. */
export const metaPlace = (db: string) => ({ db, collection: '_database' })

/** `PUT /<db>`: makes a database; 200 where it is there already. */
export const createDatabase = (dependencies: DataDependencies): Operation => ({
  id: 'createDatabase',
  tag: 'collections',
  summary: 'Create a database',
  headers: ['If-None-Match'],
  answerHeaders: ['ETag', 'Location'],
  answers: { 200: databaseSchema.describe('It was there already'), 201: databaseSchema.describe('It is new') },
  query: makeQuery,
  errors: ['BAD_PATH', 'BAD_QUERY', 'BAD_REQUEST', 'VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED'],
  handle: asManager(async (db, request) => {
    const { store, metas } = dependencies
    const fault = checkNewDatabase(db) ?? checkEmpty(request)
    if (fault) return fault
    const caller = { isRoot: request.caller.isRoot, rules: rulesOf(request) }
    const mode = readWriteMode(request.query, { ...caller, byDefault: 'upsert', possible: ['upsert'] })
    if (mode.kind === 'refuse') return mode
    const isTrial = isDryRun(request)
    const { mustBeNew } = readPreconditions(request)
    const wasThere = await isDatabase(db, dependencies)
    if (wasThere && mustBeNew) return isThere()
    const taken = await makeDatabase(db, store, { isTrial })
    if (taken) return taken
    const answer = describe(db, (await (isTrial ? metas.trial : metas).read(metaPlace(db))).etag)
    return wasThere ? ok(...answer) : created(...answer)
  }),
})

/** `GET /<db>/_meta`: the database's ETag. */
export const getDatabaseMeta = (dependencies: DataDependencies): Operation => ({
  id: 'getDatabaseMeta',
  tag: 'collections',
  summary: 'Read the ETag of a database',
  answerHeaders: ['ETag', 'Location'],
  answers: { 200: databaseSchema },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: asManager(async db => {
    if (!(await isDatabase(db, dependencies))) return noDatabase(db)
    return ok(...describe(db, (await dependencies.metas.read(metaPlace(db))).etag))
  }),
})

/** `DELETE /<db>`: removes a database with all its collections; only with its ETag. */
export const deleteDatabase = (dependencies: DataDependencies): Operation => ({
  id: 'deleteDatabase',
  tag: 'collections',
  summary: 'Remove a database with all its collections',
  headers: ['If-Match'],
  query: dryRunQuery,
  answers: { 204: 'The database is gone' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'IF_MATCH_REQUIRED', 'PRECONDITION_FAILED'],
  handle: asManager(async (db, request) => {
    const { metas, db: defaultDb } = dependencies
    if (db === defaultDb) return refuse('FORBIDDEN', `/${db} holds the service's own collections and stays.`)
    if (!(await isDatabase(db, dependencies))) return noDatabase(db)
    const condition = readEtagCondition(request.header('if-match'))
    if (!condition) return ifMatchMissing(`/${db}`)
    const isTrial = isDryRun(request)
    const kept = isTrial ? metas.trial : metas
    await kept.read(metaPlace(db))
    if (!(await kept.remove(metaPlace(db), etagFilter(condition)))) return changedMeanwhile()
    if (!isTrial) await dropAll(db, dependencies)
    return noContent()
  }),
})

async function makeDatabase(db: string, store: Store, { isTrial }: { isTrial: boolean }): Promise<Refusal | undefined> {
  try {
    checkDatabaseName(db, await store.listDatabases())
    if (isTrial) return undefined
    await store.createCollection({ db, collection: INNER_COLLECTION })
    return undefined
  } catch (error) {
    if (error instanceof DatabaseNameTakenError) return refuse('CONFLICT', error.message)
    throw error
  }
}

function asManager(handle: (db: string, request: ServiceRequest) => ReturnType<RouteHandler>): RouteHandler {
  return async request => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules: rulesOf(request) })
    return fault ?? handle(request.params.db ?? '', request)
  }
}

export const isDatabase = async (db: string, { store }: DataDependencies): Promise<boolean> =>
  isOwnDatabase(db) && (await store.listDatabases()).includes(db)

/** The collection that says what the others are goes last: what is left of a removal that breaks off can be removed again. */
async function dropAll(db: string, { store, catalog }: DataDependencies): Promise<void> {
  const names = (await store.listCollections(db)).filter(name => name !== INNER_COLLECTION)
  for (const collection of [...names, INNER_COLLECTION]) await store.dropCollection({ db, collection })
  catalog.forget(db)
}

const describe = (db: string, etag: unknown) =>
  [
    { _id: db, _etag: { $oid: String(etag) } },
    { ETag: formatEtag({ _etag: etag }, '') ?? '', Location: `/${db}` },
  ] as const

const checkEmpty = ({ rawBody }: ServiceRequest): Refusal | undefined =>
  rawBody.length === 0 || /^\s*\{\s*\}\s*$/.test(Buffer.from(rawBody).toString('utf8'))
    ? undefined
    : refuse('VALIDATION_FAILED', 'A database has no properties to set. Send an empty body.')

export const noDatabase = (db: string): Refusal =>
  refuse('NOT_FOUND', `There is no database at /${db}. Whoever manages databases can create it with PUT /${db}.`)
