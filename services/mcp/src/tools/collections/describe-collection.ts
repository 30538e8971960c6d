import { z } from 'zod'
import { describeFields } from '../../domain/describe-fields.ts'
import type { ToolProblem } from '../../inner/tool-requester.ts'
import { collectionArgument, findCollection, offerCollections } from '../collection-argument.ts'
import { defineTool, IS_DATA, jsonObject, resultOf, type ToolCall } from '../tool.ts'

const NAME = 'describe_collection'
const SAMPLE = 50

const collectionMeta = z.object({
  description: z.string().optional(),
  jsonSchema: jsonObject.optional(),
  aggrs: z.array(z.object({ uri: z.string() })).default([]),
})
const documentIndexes = z.array(jsonObject)

/** Which fields the documents of a collection have, and what the owner says of it. No values. */
export const describeCollection = defineTool({
  name: NAME,
  group: 'collections',
  title: 'Describe a collection',
  description: `The fields of the first ${SAMPLE} documents with their types, and what the owner says of the collection. No values. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({ collection: collectionArgument }),
  output: z.object({
    name: z.string(),
    description: z.string().optional(),
    documents: z.int().meta({ description: 'How many documents were looked at.' }),
    fields: z.array(
      z.object({
        path: z.string(),
        types: z.array(z.string()),
        share: z.number().meta({ description: 'Of the documents that were looked at, the share that has it.' }),
      }),
    ),
    jsonSchema: jsonObject.optional(),
    indexes: z.array(jsonObject).optional(),
    aggregations: z.array(z.string()),
  }),
  offer: offerCollections(NAME, path => [['GET', path]]),
  async run({ collection }, call) {
    const found = findCollection(collection, call)
    if (found.kind === 'problem') return found
    const { path } = found
    const sample = await call.ask({ method: 'GET', target: `${path}?pagesize=${SAMPLE}` })
    if (sample.kind === 'problem') return sample
    const documents = Array.isArray(sample.json) ? sample.json : []
    const meta = await askFor(`${path}/_meta`, collectionMeta, call)
    if (meta.kind === 'problem') return meta
    const indexes = await askFor(`${path}/_indexes`, documentIndexes, call)
    if (indexes.kind === 'problem') return indexes
    return resultOf({
      name: collection,
      documents: documents.length,
      fields: describeFields(documents),
      ...saidOf(meta.value),
      ...(indexes.value && { indexes: indexes.value }),
    })
  },
})

/** What the owner says of the collection, as far as the caller may know it. */
const saidOf = ({ description, jsonSchema, aggrs }: z.output<typeof collectionMeta> = { aggrs: [] }) => ({
  ...(description !== undefined && { description }),
  ...(jsonSchema && { jsonSchema }),
  aggregations: aggrs.map(({ uri }) => uri),
})

const HIDDEN: ReadonlySet<number> = new Set([403, 404])

/** Asks for what not everybody may read: there `value` is missing. Any other refusal is the tool's. */
async function askFor<S extends z.ZodType>(
  target: string,
  schema: S,
  { ask }: ToolCall,
): Promise<{ kind: 'told'; value?: z.output<S> } | ToolProblem> {
  const answer = await ask({ method: 'GET', target })
  if (answer.kind === 'problem') return HIDDEN.has(answer.problem.status) ? { kind: 'told' } : answer
  return { kind: 'told', value: schema.parse(answer.json) }
}
