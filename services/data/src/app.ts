import type { ErrorCode } from '@sluice/contracts'
import { isDryRun, type Operation, type Route, type ServiceRequest } from '@sluice/service-kit'
import type { DataDependencies } from './dependencies.ts'
import { readPlace } from './domain/place.ts'
import { checkParameters } from './domain/query-parameters.ts'
import { changePermissions } from './routes/change-permissions.ts'
import { getCollectionMeta, patchCollection, patchCollectionMeta } from './routes/collection-meta.ts'
import { countDocuments } from './routes/count-documents.ts'
import { createCollection } from './routes/create-collection.ts'
import { createDocuments } from './routes/create-documents.ts'
import { deleteCollection } from './routes/delete-collection.ts'
import { deleteDocument } from './routes/delete-document.ts'
import { deleteMany } from './routes/delete-many.ts'
import { getDocument } from './routes/get-document.ts'
import { listCollections, listDatabases } from './routes/list-collections.ts'
import { listDocuments } from './routes/list-documents.ts'
import { listIgnoredPermissions } from './routes/list-ignored-permissions.ts'
import { createDatabase, deleteDatabase, getDatabaseMeta } from './routes/manage-databases.ts'
import { createIndex, deleteIndex, listIndexes } from './routes/manage-indexes.ts'
import { patchDocument } from './routes/patch-document.ts'
import { patchMany } from './routes/patch-many.ts'
import { replaceDocument } from './routes/replace-document.ts'
import { runAggregation } from './routes/run-aggregation.ts'
import {
  createPermissions,
  deletePermission,
  getPermission,
  listPermissions,
  patchPermission,
  replacePermission,
} from './system-routes/permissions.ts'
import { createUsers, deleteUser, getUser, listUsers, patchUser, replaceUser } from './system-routes/users.ts'

/** The routes with their queries judged before anything else. */
export function routes(dependencies: DataDependencies): readonly Route[] {
  const table = tableOf(dependencies)
  const ofOthers = new Set(table.flatMap(([, , operation]) => parametersOf(operation)))
  return table.map(([method, path, operation]) => {
    const known = { read: new Set(parametersOf(operation)), ofOthers }
    const isAlwaysStrict = isStrict(method, path)
    const handle: Operation['handle'] = async request => {
      const fault = checkParameters(request.query, {
        ...known,
        isStrict: isAlwaysStrict || (method !== 'GET' && isOwn(request.params, dependencies.db)),
      })
      if (fault) return fault
      // A value that is none is refused before anything else is.
      if (known.read.has('dryRun')) isDryRun(request)
      return operation.handle(request)
    }
    const errors = [...new Set<ErrorCode>([...(operation.errors ?? []), 'BAD_QUERY'])]
    return [method, path, { ...operation, handle, errors }]
  })
}

const parametersOf = ({ query }: Operation): readonly string[] => Object.keys(query?.shape ?? {})

/** What manages collections, or writes many documents at once, takes nothing that it does not know. */
const isStrict = (...[method, path]: [method: string, path: string]): boolean =>
  path.endsWith('/acl/changes') || (method !== 'GET' && method !== 'POST' && !path.endsWith('/:id'))

/** What is written to users and permissions says who may do what: there, too, a misspelt `dryRun` must not write. */
function isOwn(params: ServiceRequest['params'], db: string): boolean {
  const found = readPlace(params, db)
  return found.kind === 'place' && found.place.kind !== 'open'
}

/** The table of contents. In the dedicated tier every collection stands under its database. */
function tableOf(dependencies: DataDependencies): readonly Route[] {
  const collection = dependencies.tier === 'dedicated' ? '/:db/:collection' : '/:collection'
  const acl = dependencies.tier === 'dedicated' ? `/${dependencies.db}/acl` : '/acl'
  return [
    ...(dependencies.tier === 'dedicated' ? databaseRoutes(dependencies) : sharedRoutes(dependencies)),
    ['POST', `${acl}/changes`, changePermissions(dependencies)],
    ['GET', `${acl}/ignored`, listIgnoredPermissions(dependencies)],
    ['GET', collection, listDocuments(dependencies)],
    ['POST', collection, createDocuments(dependencies)],
    ['PUT', collection, createCollection(dependencies)],
    ['PATCH', collection, patchCollection(dependencies)],
    ['DELETE', collection, deleteCollection(dependencies)],
    ['GET', `${collection}/_size`, countDocuments(dependencies)],
    ['GET', `${collection}/_meta`, getCollectionMeta(dependencies)],
    ['PATCH', `${collection}/_meta`, patchCollectionMeta(dependencies)],
    ['GET', `${collection}/_aggrs/:name`, runAggregation(dependencies)],
    ['GET', `${collection}/_indexes`, listIndexes(dependencies)],
    ['PUT', `${collection}/_indexes/:name`, createIndex(dependencies)],
    ['DELETE', `${collection}/_indexes/:name`, deleteIndex(dependencies)],
    ['PATCH', `${collection}/\\*`, patchMany(dependencies)],
    ['DELETE', `${collection}/\\*`, deleteMany(dependencies)],
    ['GET', `${collection}/:id`, getDocument(dependencies)],
    ['PUT', `${collection}/:id`, replaceDocument(dependencies)],
    ['PATCH', `${collection}/:id`, patchDocument(dependencies)],
    ['DELETE', `${collection}/:id`, deleteDocument(dependencies)],
  ]
}

/** Users and permissions as they are described: they have fields of their own. The routes of all collections serve them. */
export function describedRoutes(dependencies: DataDependencies): readonly Route[] {
  const root = dependencies.tier === 'dedicated' ? `/${dependencies.db}` : ''
  const [users, acl] = [`${root}/users`, `${root}/acl`]
  return [
    ['GET', users, listUsers(dependencies)],
    ['POST', users, createUsers(dependencies)],
    ['GET', `${users}/:id`, getUser(dependencies)],
    ['PUT', `${users}/:id`, replaceUser(dependencies)],
    ['PATCH', `${users}/:id`, patchUser(dependencies)],
    ['DELETE', `${users}/:id`, deleteUser(dependencies)],
    ['GET', acl, listPermissions(dependencies)],
    ['POST', acl, createPermissions(dependencies)],
    ['GET', `${acl}/:id`, getPermission(dependencies)],
    ['PUT', `${acl}/:id`, replacePermission(dependencies)],
    ['PATCH', `${acl}/:id`, patchPermission(dependencies)],
    ['DELETE', `${acl}/:id`, deletePermission(dependencies)],
  ]
}

const sharedRoutes = (dependencies: DataDependencies): readonly Route[] => [['GET', '/', listCollections(dependencies)]]

const databaseRoutes = (dependencies: DataDependencies): readonly Route[] => [
  ['GET', '/', listDatabases(dependencies)],
  ['GET', '/:db', listCollections(dependencies)],
  ['PUT', '/:db', createDatabase(dependencies)],
  ['DELETE', '/:db', deleteDatabase(dependencies)],
  ['GET', '/:db/_meta', getDatabaseMeta(dependencies)],
]
