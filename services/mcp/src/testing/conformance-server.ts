import { randomBytes } from 'node:crypto'
import {
  createRequestStateCodec,
  type Implementation,
  type JSONRPCRequest,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputPrompts, inputTools, type RequestState } from './conformance-inputs.ts'
import { conformancePrompts, conformanceResources, conformanceTemplates, findTemplate } from './conformance-offers.ts'
import {
  type ConformanceAnswer,
  type ConformanceTool,
  contentTools,
  type OfferChange,
  triggerTools,
} from './conformance-tools.ts'

/** Whoever has the state of a request back in another form than it was given is refused by the SDK itself. */
const states = createRequestStateCodec<RequestState>({ key: randomBytes(32) })

const mint = (state: RequestState) => states.mint(state)
const prompts = [...conformancePrompts, ...inputPrompts]

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * The server of the SDK, which offers beside what is registered with it the tools, resources and prompts that the scenarios
 * of the official conformance suite call by their names. It is for tests: no service imports it.
 * @param changeOffer makes what a caller is offered another one, for real
 */
export function conformanceServer(changeOffer: OfferChange): typeof Server {
  const tools = [...contentTools, ...inputTools(mint), ...triggerTools(changeOffer)]
  return class ConformanceServer extends Server {
    constructor(info: Implementation, options: ServerOptions) {
      super(info, { ...options, requestState: { verify: states.verify } })
    }

    protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
      return super._wrapHandler(method, extendHandler(method, { handler, tools }))
    }
  }
}

type ExtendedHandler = { handler: RequestHandler; tools: readonly ConformanceTool[] }

function extendHandler(method: string, { handler, tools }: ExtendedHandler): RequestHandler {
  switch (method) {
    case 'tools/list':
      return appending(handler, { tools: tools.map(({ answer: _, ...tool }) => tool) })
    case 'prompts/list':
      return appending(handler, { prompts: prompts.map(({ answer: _, ...prompt }) => prompt) })
    case 'resources/list':
      return appending(handler, { resources: conformanceResources.map(({ answer: _, ...resource }) => resource) })
    case 'resources/templates/list':
      return appending(handler, {
        resourceTemplates: conformanceTemplates.map(({ answer: _, ...template }) => template),
      })
    case 'tools/call':
      return answering(handler, ({ name }) => tools.find(tool => tool.name === name)?.answer)
    case 'prompts/get':
      return answering(handler, ({ name }) => prompts.find(prompt => prompt.name === name)?.answer)
    case 'resources/read':
      return answering(handler, ({ uri }) => findReading(String(uri)))
    case 'completion/complete':
      return answering(handler, ({ ref }) => (isOwnPrompt(ref) ? complete : undefined))
    default:
      return handler
  }
}

/** Adds to the first page of a list. */
const appending =
  (handler: RequestHandler, more: Readonly<Record<string, readonly object[]>>): RequestHandler =>
  async (request, context) => {
    const result = await handler(request, context)
    if (request.params?.cursor !== undefined) return result
    const lists = Object.entries(more).map(([name, items]) => [name, [...listed.parse(result[name]), ...items]])
    return { ...result, ...Object.fromEntries(lists) }
  }

const listed = z.array(z.unknown())

/** Answers what is asked of this suite by name; everything else goes on. */
const answering =
  (
    handler: RequestHandler,
    find: (params: NonNullable<JSONRPCRequest['params']>) => ConformanceAnswer | undefined,
  ): RequestHandler =>
  async (request, context) => {
    const { params = {} } = request
    const answer = find(params)
    return answer ? answer(params, context) : handler(request, context)
  }

function findReading(uri: string): ConformanceAnswer | undefined {
  const resource = conformanceResources.find(one => one.uri === uri)
  return resource?.answer ?? findTemplate(uri)?.answer
}

const isOwnPrompt = (ref: unknown): boolean =>
  prompts.some(({ name }) => name === z.object({ name: z.string() }).safeParse(ref).data?.name)

const complete: ConformanceAnswer = () => ({ completion: { values: ['test'], total: 1, hasMore: false } })
