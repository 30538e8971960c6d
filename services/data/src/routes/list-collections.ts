import type { Refusal } from '@sluice/contracts'
import { isOwnDatabase, readPage, servedPathOf } from '@sluice/documents'
import { type Answer, type Operation, ok, type ServiceRequest } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'
import { z } from 'zod'
import { rulesOf } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { aggregationNames } from '../domain/collection-rules.ts'
import { checkManagement } from '../domain/management.ts'
import { readPlace } from '../domain/place.ts'
import { isDatabase, metaPlace, noDatabase } from './manage-databases.ts'
import { collectionSchema, pageParameters } from './schemas.ts'

/** Collections or databases that are looked at side by side. */
const AT_ONCE = 8

const count = z.int().min(0)
const listedCollection = collectionSchema
  .pick({ _id: true, _etag: true, description: true })
  .extend({
    hasSchema: z.boolean().describe('Whether documents have to fit a JSON Schema'),
    aggrs: z.array(z.string()).describe('The names of its stored aggregations'),
    documents: count.describe('About how many documents it has'),
    indexes: count.describe('How many indexes it has, that of `_id` counted'),
  })
  .meta({
    id: 'ListedCollection',
    examples: [
      {
        _id: 'routes',
        _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' },
        hasSchema: false,
        aggrs: ['busiest'],
        documents: 5366,
        indexes: 2,
      },
    ],
  })
const listedDatabase = z
  .object({
    _id: z.string().describe('The name of the database'),
    _etag: collectionSchema.shape._etag
      .optional()
      .describe('Its version, for `If-Match`; absent until it is asked for'),
    collections: count.describe('How many collections it has, the service’s own not counted'),
  })
  .meta({ id: 'ListedDatabase', examples: [{ _id: 'flights', collections: 2 }] })

/** `GET /`, in the dedicated tier `GET /<db>`: the owner's collections by name, a page at a time. */
export const listCollections = (dependencies: DataDependencies): Operation => ({
  id: 'listCollections',
  tag: 'collections',
  summary: 'List the collections',
  answerHeaders: ['X-Total-Count'],
  query: z.object(pageParameters),
  answers: { 200: z.array(listedCollection) },
  errors: ['BAD_QUERY', 'FORBIDDEN', 'NOT_FOUND'],
  async handle(request) {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules: rulesOf(request) })
    if (fault) return fault
    const { db = dependencies.db } = request.params
    if (request.params.db !== undefined && !(await isDatabase(db, dependencies))) return noDatabase(db)
    const names = await collectionsIn(db, dependencies)
    return answerPage(names, request, collection => listOne({ db, collection }, dependencies))
  },
})

/** `GET /` in the dedicated tier: the databases by name, a page at a time. */
export const listDatabases = (dependencies: DataDependencies): Operation => ({
  id: 'listDatabases',
  tag: 'collections',
  summary: 'List the databases',
  answerHeaders: ['X-Total-Count'],
  query: z.object(pageParameters),
  answers: { 200: z.array(listedDatabase) },
  errors: ['BAD_QUERY', 'FORBIDDEN'],
  async handle(request) {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules: rulesOf(request) })
    if (fault) return fault
    const { store, metas } = dependencies
    const names = (await store.listDatabases()).filter(isOwnDatabase)
    return answerPage(names.toSorted(), request, async db => {
      // Nothing is kept in a database of somebody else's, who shares the server, because it has been listed.
      const meta = await metas.find(metaPlace(db))
      const collections = (await collectionsIn(db, dependencies)).length
      return { _id: db, ...(meta && { _etag: { $oid: String(meta.etag) } }), collections }
    })
  },
})

async function answerPage(
  names: readonly string[],
  { query }: ServiceRequest,
  describe: (name: string) => Promise<object>,
): Promise<Answer | Refusal> {
  const page = readPage(query)
  if (page.kind === 'refuse') return page
  const shown = names.slice(page.skip, page.skip + page.limit)
  const listed: object[] = []
  for (let at = 0; at < shown.length; at += AT_ONCE) {
    listed.push(...(await Promise.all(shown.slice(at, at + AT_ONCE).map(describe))))
  }
  return ok(listed, { 'X-Total-Count': String(names.length) })
}

/** The owner's collections that a path leads to, sorted. Users, permissions, apps and what is inside have their own lists. */
async function collectionsIn(db: string, { store, tier, db: defaultDb }: DataDependencies): Promise<string[]> {
  return (await store.listCollections(db)).filter(collection => {
    const found = readPlace({ db, collection }, defaultDb)
    const isOwners = found.kind === 'place' && found.place.kind === 'open'
    return isOwners && servedPathOf({ db, collection }, tier) !== undefined
  })
}

async function listOne(namespace: Namespace, { store, metas }: DataDependencies): Promise<object> {
  const collection = store.collection(namespace)
  const [meta, documents, indexes] = await Promise.all([
    metas.read(namespace),
    collection.estimatedCount(),
    collection.listIndexes(),
  ])
  return {
    _id: namespace.collection,
    _etag: { $oid: String(meta.etag) },
    ...(meta.description === undefined ? {} : { description: meta.description }),
    hasSchema: meta.jsonSchema !== undefined,
    aggrs: aggregationNames(meta.aggrs),
    documents,
    indexes: indexes.length,
  }
}
