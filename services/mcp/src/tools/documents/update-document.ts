import { z } from 'zod'
import {
  collectionArgument,
  documentTarget,
  etagArgument,
  findCollection,
  idArgument,
  offerCollections,
} from '../collection-argument.ts'
import { documentAnswer, documentOutput } from '../document-answer.ts'
import { defineTool, jsonObject } from '../tool.ts'

const NAME = 'update_document'

/** Changes fields of one document that is still as it was read. */
export const updateDocument = defineTool({
  name: NAME,
  group: 'document',
  title: 'Update a document',
  description:
    'Sets fields of one document; dotted names reach inside. Read it first: its ETag says that nobody has changed it since.',
  hints: { destructive: true, idempotent: true },
  input: z.strictObject({
    collection: collectionArgument,
    id: idArgument,
    etag: etagArgument,
    changes: jsonObject.meta({ description: 'Fields with their new values.' }),
  }),
  output: documentOutput,
  offer: offerCollections(NAME, path => [['PATCH', `${path}/?`]]),
  async run({ collection, id, etag, changes }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const target = documentTarget(found.path, id)
    return documentAnswer(await call.ask({ method: 'PATCH', target, json: changes, ifMatch: etag }))
  },
})
