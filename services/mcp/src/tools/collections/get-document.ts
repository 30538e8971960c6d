import { z } from 'zod'
import { answering, defineTool, IS_DATA, jsonObject, resultOf } from '../tool.ts'
import {
  collectionArgument,
  documentTarget,
  findCollection,
  idArgument,
  keysArgument,
  keysOf,
  offerCollections,
  truncatedField,
  withQuery,
} from './collection-argument.ts'

const NAME = 'get_document'

/** One document, with the ETag that a change of it needs. */
export const getDocument = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Get a document',
  description: `One document by its _id, with its ETag. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({ collection: collectionArgument, id: idArgument, keys: keysArgument }),
  output: z.object({ document: jsonObject, etag: z.string().optional(), truncated: truncatedField }),
  offer: offerCollections(NAME, path => [['GET', `${path}/?`]]),
  async run({ collection, id, keys }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const target = withQuery(documentTarget(found.path, id), { keys: keysOf(keys) })
    const answer = await call.ask({ method: 'GET', target })
    return answering(answer, ({ json, etag }) => resultOf({ document: json, ...(etag !== undefined && { etag }) }))
  },
})
