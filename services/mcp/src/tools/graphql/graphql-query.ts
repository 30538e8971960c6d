import { z } from 'zod'
import { readOperations } from '../../domain/graphql-document.ts'
import { defineTool, IS_DATA, jsonObject, quote, refuseArguments, type ToolCall, type ToolOutcome } from '../tool.ts'
import { appArgument, findApp, offerApps } from './app-argument.ts'
import { graphqlOutput, runGraphql } from './run-graphql.ts'

const input = z.strictObject({
  app: appArgument,
  query: z.string().min(1).max(100_000).meta({ description: 'The GraphQL document.' }),
  variables: jsonObject.optional(),
  operationName: z.string().max(200).optional(),
})

const QUERY = 'graphql_query'
const MUTATE = 'graphql_mutate'

/** Asks a GraphQL app. A document with a mutation is not sent. */
export const graphqlQuery = defineTool({
  name: QUERY,
  group: 'graphql',
  title: 'Ask a GraphQL app',
  description: `Runs a GraphQL query at an app. graphql_schema says what there is to ask for. ${IS_DATA}`,
  hints: { readOnly: true },
  input,
  output: graphqlOutput,
  offer: offerApps(QUERY),
  run(args, call) {
    const read = readOperations(args.query)
    if (read.kind === 'unreadable') return refuseDocument(read.message, call)
    if (read.operations.has('query') && read.operations.size === 1) return send(QUERY, args, call)
    return refuseDocument('A document of this tool holds queries, and nothing else.', call)
  },
})

/** Changes something by a GraphQL app. */
export const graphqlMutate = defineTool({
  name: MUTATE,
  group: 'document',
  title: 'Change something by a GraphQL app',
  description: 'Runs a GraphQL document, which may hold mutations, at an app. graphql_schema says what there is.',
  hints: { destructive: true },
  input,
  output: graphqlOutput,
  question: ({ app, operationName }) =>
    `Run ${operationName ? `the operation ${quote(operationName)}` : 'a document that may change data'} at the GraphQL app ${quote(app)}?`,
  offer: offerApps(MUTATE),
  run: (args, call) => send(MUTATE, args, call),
})

const refuseDocument = async (message: string, call: ToolCall): Promise<ToolOutcome> =>
  refuseArguments([{ path: 'query', message }], call)

async function send(
  tool: string,
  { app, query, variables, operationName }: z.output<typeof input>,
  call: ToolCall,
): Promise<ToolOutcome> {
  const found = findApp(app, tool, call)
  return found.kind === 'problem' ? found : runGraphql(found.target, { query, variables, operationName }, call)
}
