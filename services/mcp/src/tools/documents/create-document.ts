import { z } from 'zod'
import { collectionArgument, findCollection, offerCollections } from '../collection-argument.ts'
import { documentAnswer, documentOutput } from '../document-answer.ts'
import { defineTool, jsonObject } from '../tool.ts'

const NAME = 'create_document'

/** Stores one document that is new. */
export const createDocument = defineTool({
  name: NAME,
  group: 'document',
  title: 'Create a document',
  description: 'Stores one new document in a collection. An _id that is there already is refused.',
  hints: {},
  input: z.strictObject({ collection: collectionArgument, document: jsonObject }),
  output: documentOutput,
  offer: offerCollections(NAME, path => [['POST', path]]),
  async run({ collection, document }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    return documentAnswer(await call.ask({ method: 'POST', target: found.path, json: document }))
  },
})
