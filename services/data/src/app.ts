import type { Route } from '@sluice/service-kit'
import type { Dependencies } from './dependencies.ts'
import { countDocuments } from './routes/count-documents.ts'
import { createCollection } from './routes/create-collection.ts'
import { createDocuments } from './routes/create-documents.ts'
import { deleteCollection } from './routes/delete-collection.ts'
import { deleteDocument } from './routes/delete-document.ts'
import { getCollectionMeta } from './routes/get-collection-meta.ts'
import { getDocument } from './routes/get-document.ts'
import { listDocuments } from './routes/list-documents.ts'
import { createIndex, deleteIndex, listIndexes } from './routes/manage-indexes.ts'
import { patchDocument } from './routes/patch-document.ts'
import { replaceDocument } from './routes/replace-document.ts'

/** The table of contents. In the dedicated tier every collection stands under its database. */
export function routes(dependencies: Dependencies): readonly Route[] {
  const collection = dependencies.tier === 'dedicated' ? '/:db/:collection' : '/:collection'
  return [
    ['GET', collection, listDocuments(dependencies)],
    ['POST', collection, createDocuments(dependencies)],
    ['PUT', collection, createCollection(dependencies)],
    ['DELETE', collection, deleteCollection(dependencies)],
    ['GET', `${collection}/_size`, countDocuments(dependencies)],
    ['GET', `${collection}/_meta`, getCollectionMeta(dependencies)],
    ['GET', `${collection}/_indexes`, listIndexes(dependencies)],
    ['PUT', `${collection}/_indexes/:name`, createIndex(dependencies)],
    ['DELETE', `${collection}/_indexes/:name`, deleteIndex(dependencies)],
    ['GET', `${collection}/:id`, getDocument(dependencies)],
    ['PUT', `${collection}/:id`, replaceDocument(dependencies)],
    ['PATCH', `${collection}/:id`, patchDocument(dependencies)],
    ['DELETE', `${collection}/:id`, deleteDocument(dependencies)],
  ]
}
