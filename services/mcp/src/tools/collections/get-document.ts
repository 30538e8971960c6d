import { z } from 'zod'
import {
  collectionArgument,
  documentTarget,
  findCollection,
  idArgument,
  keysArgument,
  keysOf,
  offerCollections,
  withQuery,
} from '../collection-argument.ts'
import { documentAnswer, documentOutput } from '../document-answer.ts'
import { defineTool, IS_DATA } from '../tool.ts'

const NAME = 'get_document'

/** One document, with the ETag that a change of it needs. */
export const getDocument = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Get a document',
  description: `One document by its _id, with its ETag. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({ collection: collectionArgument, id: idArgument, keys: keysArgument }),
  output: documentOutput,
  offer: offerCollections(NAME, path => [['GET', `${path}/?`]]),
  async run({ collection, id, keys }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const target = withQuery(documentTarget(found.path, id), { keys: keysOf(keys) })
    return documentAnswer(await call.ask({ method: 'GET', target }))
  },
})
