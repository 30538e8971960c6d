import { z } from 'zod'
import {
  collectionArgument,
  documentTarget,
  etagArgument,
  findCollection,
  idArgument,
  offerCollections,
} from '../collection-argument.ts'
import { answering, defineTool, quote, resultOf } from '../tool.ts'

const NAME = 'delete_document'

/** Deletes one document that is still as it was read. */
export const deleteDocument = defineTool({
  name: NAME,
  group: 'document',
  title: 'Delete a document',
  description: 'Deletes one document. Read it first: its ETag says that nobody has changed it since.',
  hints: { destructive: true, idempotent: true },
  input: z.strictObject({ collection: collectionArgument, id: idArgument, etag: etagArgument }),
  output: z.object({ deleted: z.literal(true) }),
  question: ({ collection, id }) => `Delete the document ${quote(id)} of the collection ${quote(collection)}?`,
  offer: offerCollections(NAME, path => [['DELETE', `${path}/?`]]),
  async run({ collection, id, etag }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const answer = await call.ask({ method: 'DELETE', target: documentTarget(found.path, id), ifMatch: etag })
    return answering(answer, () => resultOf({ deleted: true }))
  },
})
