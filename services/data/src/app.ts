import type { Route } from '@sluice/service-kit'
import type { Dependencies } from './dependencies.ts'
import { getCollectionMeta, patchCollectionMeta } from './routes/collection-meta.ts'
import { countDocuments } from './routes/count-documents.ts'
import { createCollection } from './routes/create-collection.ts'
import { createDocuments } from './routes/create-documents.ts'
import { deleteCollection } from './routes/delete-collection.ts'
import { deleteDocument } from './routes/delete-document.ts'
import { deleteMany } from './routes/delete-many.ts'
import { getDocument } from './routes/get-document.ts'
import { listDocuments } from './routes/list-documents.ts'
import { createDatabase, deleteDatabase, getDatabaseMeta } from './routes/manage-databases.ts'
import { createIndex, deleteIndex, listIndexes } from './routes/manage-indexes.ts'
import { patchDocument } from './routes/patch-document.ts'
import { patchMany } from './routes/patch-many.ts'
import { replaceDocument } from './routes/replace-document.ts'
import { runAggregation } from './routes/run-aggregation.ts'

/** The table of contents. In the dedicated tier every collection stands under its database. */
export function routes(dependencies: Dependencies): readonly Route[] {
  const collection = dependencies.tier === 'dedicated' ? '/:db/:collection' : '/:collection'
  return [
    ...(dependencies.tier === 'dedicated' ? databaseRoutes(dependencies) : []),
    ['GET', collection, listDocuments(dependencies)],
    ['POST', collection, createDocuments(dependencies)],
    ['PUT', collection, createCollection(dependencies)],
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

const databaseRoutes = (dependencies: Dependencies): readonly Route[] => [
  ['PUT', '/:db', createDatabase(dependencies)],
  ['DELETE', '/:db', deleteDatabase(dependencies)],
  ['GET', '/:db/_meta', getDatabaseMeta(dependencies)],
]
