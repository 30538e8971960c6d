import { ProtocolError, ProtocolErrorCode, type Server, UriTemplate } from '@modelcontextprotocol/server'
import type { CallerView } from '../listing/caller-view.ts'
import { findTool } from '../tools/catalogue.ts'
import { ERROR_TEMPLATE, errorCodes } from './error-resource.ts'
import { offeredTemplates } from './resource-templates.ts'
import { offeredPrompts } from './serve-prompts.ts'
import type { ResourceExchange } from './serve-resources.ts'

const MAX_VALUES = 100
const MAX_TYPED = 200

type CompletedReference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

/** Completes the names of collections, apps, webhooks and errors: those that the caller is offered, 100 at most. */
export function serveCompletions(server: Server, exchange: ResourceExchange): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (!variablesOf(ref, exchange.view)?.includes(argument.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'argument.name: There is no such argument here.')
    }
    const typed = argument.value.slice(0, MAX_TYPED)
    const known = await namesFor(argument.name, typed, exchange)
    const found = known.filter(name => name.startsWith(typed))
    const values = found.slice(0, MAX_VALUES)
    return { completion: { values, total: found.length, hasMore: found.length > values.length } }
  })
}

/** The arguments of a prompt, or the variables of an address. @returns undefined for what is not offered */
function variablesOf(ref: CompletedReference, view: CallerView): readonly string[] | undefined {
  if (ref.type === 'ref/prompt') {
    return offeredPrompts(view)
      .find(({ name }) => name === ref.name)
      ?.arguments?.map(({ name }) => name)
  }
  const template = [...offeredTemplates(view), ERROR_TEMPLATE].find(({ uriTemplate }) => uriTemplate === ref.uri)
  return template && new UriTemplate(template.uriTemplate).variableNames
}

const choicesOf = (tool: string, view: CallerView): readonly string[] =>
  findTool(tool, view)?.offer(view).choices?.values ?? []

async function namesFor(argument: string, typed: string, exchange: ResourceExchange): Promise<readonly string[]> {
  const { view } = exchange
  switch (argument) {
    case 'collection':
      return choicesOf('find_documents', view)
    case 'app':
      return choicesOf('graphql_schema', view)
    case 'webhook':
      return webhookIds(typed, exchange)
    case 'code':
      return errorCodes()
    default:
      return []
  }
}

/** The ids of the webhooks that the caller may see: the list is a request like that of the tool. */
async function webhookIds(typed: string, { view, runTool }: ResourceExchange): Promise<readonly string[]> {
  const list = findTool('list_webhooks', view)
  const listed = list && (await runTool(list, typed === '' ? {} : { search: typed }))
  const webhooks = listed?.kind === 'result' ? listed.value.webhooks : []
  return Array.isArray(webhooks) ? webhooks.map(({ id }) => String(id)) : []
}
