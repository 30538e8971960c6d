import { z } from 'zod'
import {
  collectionArgument,
  filterArgument,
  findCollection,
  keysArgument,
  keysOf,
  limitArgument,
  offerCollections,
  pageArgument,
  truncatedField,
  withQuery,
} from '../collection-argument.ts'
import { answering, defineTool, IS_DATA, jsonObject, resultOf } from '../tool.ts'

const NAME = 'find_documents'

const sortKey = z.strictObject({
  field: z.string().min(1).max(200),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
})

/** A page of the documents that the caller may read. */
export const findDocuments = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Find documents',
  description: `Documents of a collection that this key may read, a page at a time. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    collection: collectionArgument,
    filter: filterArgument,
    sort: z.array(sortKey).max(5).optional(),
    keys: keysArgument,
    limit: limitArgument,
    page: pageArgument,
    count: z.boolean().default(false).meta({ description: 'Whether to say how many there are on all pages.' }),
  }),
  output: z.object({
    documents: z.array(jsonObject),
    page: z.int(),
    more: z.boolean().meta({ description: 'Whether there may be another page.' }),
    total: z.int().optional(),
    truncated: truncatedField,
  }),
  offer: offerCollections(NAME, path => [['GET', path]]),
  async run({ collection, filter, sort, keys, limit, page, count }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const order = sort?.map(({ field, direction }) => [field, direction === 'ascending' ? 1 : -1])
    const target = withQuery(found.path, {
      filter: filter && JSON.stringify(filter),
      sort: order && JSON.stringify(Object.fromEntries(order)),
      keys: keysOf(keys),
      pagesize: String(limit),
      page: String(page),
      count: count ? 'true' : undefined,
    })
    const answer = await call.ask({ method: 'GET', target })
    return answering(answer, ({ json, total }) => {
      const documents = Array.isArray(json) ? json : []
      const more = total === undefined ? documents.length === limit : page * limit < total
      return resultOf({ documents, page, more, ...(total !== undefined && { total }) }, { page, limit })
    })
  },
})
