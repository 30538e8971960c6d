import { z } from 'zod'
import {
  collectionArgument,
  filterArgument,
  findCollection,
  offerCollections,
  withQuery,
} from '../collection-argument.ts'
import { answering, defineTool, resultOf } from '../tool.ts'

const NAME = 'count_documents'

const size = z.object({ _size: z.int() })

/** How many documents of a filter the caller may read. */
export const countDocuments = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Count documents',
  description: 'How many documents of a collection fit a filter, of those that this key may read.',
  hints: { readOnly: true },
  input: z.strictObject({ collection: collectionArgument, filter: filterArgument }),
  output: z.object({ count: z.int() }),
  offer: offerCollections(NAME, path => [['GET', `${path}/_size`]]),
  async run({ collection, filter }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const target = withQuery(`${found.path}/_size`, { filter: filter && JSON.stringify(filter) })
    const answer = await call.ask({ method: 'GET', target })
    return answering(answer, ({ json }) => resultOf({ count: size.parse(json)._size }))
  },
})
