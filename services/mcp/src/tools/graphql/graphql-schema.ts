import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
  printType,
} from 'graphql'
import { z } from 'zod'
import { answering, defineTool, refuseArguments, resultOf, type ToolCall, type ToolOutcome } from '../tool.ts'
import { appArgument, findApp, offerAllApps } from './app-argument.ts'

const NAME = 'graphql_schema'
const MAX_SDL_CHARACTERS = 32 * 1024
const MAX_TYPES = 500

const introspected = z.object({ data: z.custom<IntrospectionQuery>(isIntrospection) })

function isIntrospection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__schema' in value
}

/** What can be asked of a GraphQL app. */
export const graphqlSchema = defineTool({
  name: NAME,
  group: 'graphql',
  title: 'Show the schema of a GraphQL app',
  description:
    'The schema of an app: whole while it is short, else its root types and the names of all others, which `type` shows one by one.',
  hints: { readOnly: true },
  input: z.strictObject({
    app: appArgument,
    type: z.string().max(200).optional().meta({ description: 'The name of one type.' }),
    search: z.string().min(1).max(100).optional().meta({ description: 'Only names of types that contain this text.' }),
  }),
  output: z.object({ sdl: z.string(), types: z.array(z.string()).optional() }),
  offer: offerAllApps(NAME),
  async run({ app, type, search }, call) {
    const found = findApp(app, NAME, call)
    if (found.kind === 'problem') return found
    const answer = await call.ask({ method: 'POST', target: found.target, json: { query: getIntrospectionQuery() } })
    return answering(answer, ({ json }) => {
      const read = introspected.safeParse(json)
      if (!read.success) return refuseArguments([{ path: 'app', message: 'This app does not tell its schema.' }], call)
      return showSchema(buildClientSchema(read.data.data), { type, search }, call)
    })
  },
})

type SchemaQuestion = { type: string | undefined; search: string | undefined }

function showSchema(schema: GraphQLSchema, { type, search }: SchemaQuestion, call: ToolCall): ToolOutcome {
  if (type !== undefined) {
    const found = schema.getType(type)
    if (found) return resultOf({ sdl: printType(found) })
    return refuseArguments([{ path: 'type', message: 'The schema has no type of this name.' }], call)
  }
  const whole = printSchema(schema)
  if (search === undefined && whole.length <= MAX_SDL_CHARACTERS) return resultOf({ sdl: whole })
  const names = Object.keys(schema.getTypeMap()).filter(name => !name.startsWith('__'))
  const wanted = names.filter(name => name.toLowerCase().includes((search ?? '').toLowerCase()))
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap(root => (root ? [printType(root)] : []))
  return resultOf({ sdl: roots.join('\n\n').slice(0, MAX_SDL_CHARACTERS), types: wanted.slice(0, MAX_TYPES) })
}
