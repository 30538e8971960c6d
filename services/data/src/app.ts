import type { Route } from '@sluice/service-kit'
import type { Dependencies } from './dependencies.ts'
import { countDocuments } from './routes/count-documents.ts'
import { createDocuments } from './routes/create-documents.ts'
import { getDocument } from './routes/get-document.ts'
import { listDocuments } from './routes/list-documents.ts'

/** The table of contents. In the dedicated tier every collection stands under its database. */
export function routes(dependencies: Dependencies): readonly Route[] {
  const collection = dependencies.tier === 'dedicated' ? '/:db/:collection' : '/:collection'
  return [
    ['GET', collection, listDocuments(dependencies)],
    ['POST', collection, createDocuments(dependencies)],
    ['GET', `${collection}/_size`, countDocuments(dependencies)],
    ['GET', `${collection}/:id`, getDocument(dependencies)],
  ]
}
