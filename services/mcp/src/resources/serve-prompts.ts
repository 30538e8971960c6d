import { type Prompt, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { CallerView } from '../listing/caller-view.ts'
import { findTool } from '../tools/catalogue.ts'
import { KEPT_LIST } from './serve-resources.ts'

/** A question that a person can begin with. It names tools, and holds no data. */
type OfferedPrompt = Prompt & { tool: string; ask(given: Readonly<Record<string, string>>): string }

const quoted = (text: string | undefined): string => JSON.stringify(text ?? '')

const PROMPTS: readonly OfferedPrompt[] = [
  {
    name: 'ask_app',
    title: 'Ask an app',
    description: 'Answers a question from the data of a GraphQL app.',
    tool: 'graphql_query',
    arguments: [
      { name: 'app', required: true },
      { name: 'question', required: true },
    ],
    ask: ({ app, question }) =>
      `Read the schema of the app ${quoted(app)} with graphql_schema, then answer ${quoted(question)} with graphql_query.`,
  },
  {
    name: 'explore_collection',
    title: 'Explore a collection',
    description: 'Says what a collection holds, and which questions it could answer.',
    tool: 'find_documents',
    arguments: [{ name: 'collection', required: true }],
    ask: ({ collection }) =>
      `Look at a few documents of the collection ${quoted(collection)} with find_documents, say what each field holds, and propose three questions that it answers.`,
  },
  {
    name: 'why_did_it_not_fire',
    title: 'Why did a webhook not fire?',
    description: 'Finds out from its condition and its log why a webhook has sent nothing.',
    tool: 'search_webhook_logs',
    arguments: [{ name: 'webhook', required: true }, { name: 'event' }],
    ask: ({ webhook, event }) =>
      `Find out why the webhook ${quoted(webhook)} did not fire${event === undefined ? '' : ` for the event ${quoted(event)}`}: read its condition with list_webhooks, its log with search_webhook_logs, and try the condition with check_condition.`,
  },
]

const MAX_ARGUMENT = 2_000

const isOfferedTo =
  (view: CallerView) =>
  ({ tool }: OfferedPrompt): boolean =>
    findTool(tool, view) !== undefined

/** The prompts whose tool the caller is offered, as they are listed. */
export const offeredPrompts = (view: CallerView): Prompt[] =>
  PROMPTS.filter(isOfferedTo(view)).map(({ tool: _, ask: __, ...prompt }) => prompt)

/** Lists and fills the prompts whose tool the caller is offered. */
export function servePrompts(server: Server, view: CallerView): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: offeredPrompts(view), ...KEPT_LIST }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = PROMPTS.find(one => one.name === name)
    if (!prompt || !isOfferedTo(view)(prompt)) throw refuseParams(`Unknown prompt: ${name.slice(0, 200)}`)
    const missing = prompt.arguments?.find(one => one.required && given[one.name] === undefined)
    if (missing) throw refuseParams(`${missing.name}: It is needed.`)
    const long = Object.keys(given).find(key => (given[key]?.length ?? 0) > MAX_ARGUMENT)
    if (long !== undefined) throw refuseParams(`${long.slice(0, 200)}: It has ${MAX_ARGUMENT} characters at most.`)
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.ask(given) } }] }
  })
}

const refuseParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
