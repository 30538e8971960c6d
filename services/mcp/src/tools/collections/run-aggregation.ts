import { z } from 'zod'
import {
  collectionArgument,
  findCollection,
  limitArgument,
  offerCollections,
  pageArgument,
  truncatedField,
  withQuery,
} from '../collection-argument.ts'
import { answering, defineTool, IS_DATA, jsonObject, resultOf } from '../tool.ts'

const NAME = 'run_aggregation'

/** What an aggregation that the owner has stored makes of the documents that the caller may read. */
export const runAggregation = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Run an aggregation',
  description: `Runs an aggregation that the owner has stored with a collection, by its name. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    collection: collectionArgument,
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/, 'It is the name of an aggregation.'),
    variables: jsonObject.optional().meta({ description: 'A value for each variable of the aggregation.' }),
    limit: limitArgument,
    page: pageArgument,
  }),
  output: z.object({ documents: z.array(jsonObject), more: z.boolean(), truncated: truncatedField }),
  offer: offerCollections(NAME, path => [['GET', `${path}/_aggrs/?`]]),
  async run({ collection, name, variables, limit, page }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const target = withQuery(`${found.path}/_aggrs/${encodeURIComponent(name)}`, {
      avars: variables && JSON.stringify(variables),
      pagesize: String(limit),
      page: String(page),
    })
    const answer = await call.ask({ method: 'GET', target })
    return answering(answer, ({ json, total }) => {
      const documents = Array.isArray(json) ? json : []
      // Without a total the aggregation itself begins behind the pages before.
      const isWhole = total !== undefined
      const shown = isWhole ? documents.slice((page - 1) * limit, page * limit) : documents.slice(0, limit)
      const more = isWhole ? page * limit < documents.length : documents.length >= limit
      return resultOf({ documents: shown, more }, { page, limit })
    })
  },
})
