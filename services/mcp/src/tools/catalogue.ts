import type { CallerView } from '../listing/caller-view.ts'
import { explainAccess } from './access/explain-access.ts'
import { listCollections } from './caller/list-collections.ts'
import { whoami } from './caller/whoami.ts'
import { countDocuments } from './collections/count-documents.ts'
import { describeCollection } from './collections/describe-collection.ts'
import { findDocuments } from './collections/find-documents.ts'
import { getDocument } from './collections/get-document.ts'
import { runAggregation } from './collections/run-aggregation.ts'
import { describeTool, type OfferedTool } from './describe-tool.ts'
import { createDocument } from './documents/create-document.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { updateDocument } from './documents/update-document.ts'
import { graphqlMutate, graphqlQuery } from './graphql/graphql-query.ts'
import { graphqlSchema } from './graphql/graphql-schema.ts'
import { operationTool } from './graphql/operation-tool.ts'
import { isWriting, type Tool, type ToolOffer, toolGroups } from './tool.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { checkCondition, previewTemplate, redeliverWebhookLog, testWebhook } from './webhooks/try-webhook.ts'
import { getWebhookLog, searchWebhookLogs } from './webhooks/webhook-logs.ts'

const TOOLS: readonly Tool[] = [
  whoami,
  listCollections,
  countDocuments,
  describeCollection,
  findDocuments,
  getDocument,
  runAggregation,
  graphqlSchema,
  graphqlQuery,
  listWebhooks,
  searchWebhookLogs,
  getWebhookLog,
  checkCondition,
  previewTemplate,
  explainAccess,
  createDocument,
  updateDocument,
  deleteDocument,
  graphqlMutate,
  testWebhook,
  redeliverWebhookLog,
]

const byGroupAndName = (a: Tool, b: Tool): number =>
  toolGroups.indexOf(a.group) - toolGroups.indexOf(b.group) || (a.name < b.name ? -1 : 1)

const MAX_OPERATIONS = 200

/** The tools that there are besides, of the apps that the permission names. */
const operationTools = (view: CallerView): readonly Tool[] =>
  view
    .allApps()
    .flatMap(app => app.operations.map(operation => operationTool(app, operation)))
    .slice(0, MAX_OPERATIONS)

/** What is the same of one view for as long as it lives. */
const oncePerView = <T extends object>(find: (view: CallerView) => T): ((view: CallerView) => T) => {
  const found = new WeakMap<CallerView, T>()
  return view => {
    const known = found.get(view) ?? find(view)
    found.set(view, known)
    return known
  }
}

const allTools = oncePerView<readonly Tool[]>(view => [...TOOLS, ...operationTools(view)].toSorted(byGroupAndName))

/** The tools that a caller is offered, by group and name. */
const offeredTools = oncePerView<readonly OfferedTool[]>(view =>
  allTools(view).flatMap(tool => {
    const offer = offerOf(tool, view)
    return offer.isOffered ? [{ tool, offer }] : []
  }),
)

/** The same as a client is told of them. */
export const listedTools = oncePerView(view => offeredTools(view).map(describeTool))

/** Whether a tool is listed, and why. */
export type ExplainedTool = { name: string; listed: boolean; why: string }

/** All tools, those that the caller is not offered too. */
export const explainTools = (view: CallerView): readonly ExplainedTool[] =>
  allTools(view).map(tool => {
    const why = closedBy(tool, view)
    if (why !== undefined) return { name: tool.name, listed: false, why }
    const listed = tool.offer(view).isOffered
    return { name: tool.name, listed, why: listed ? 'A request of it could be let in.' : NO_PERMISSION }
  })

const NO_PERMISSION = 'No permission could let a request of it in.'

/** The tool of this name, where the caller is offered it. */
export function findTool(name: string, view: CallerView): Tool | undefined {
  return offeredTools(view).find(({ tool }) => tool.name === name)?.tool
}

const offerOf = (tool: Tool, view: CallerView): ToolOffer =>
  closedBy(tool, view) === undefined ? tool.offer(view) : { isOffered: false }

/** Why a caller is not offered a tool, whatever the ACL says of its requests. */
function closedBy(tool: Tool, { bounds, isPluginOn }: CallerView): string | undefined {
  if (tool.plugin && !isPluginOn(tool.plugin)) return `The plugin ${tool.plugin} is not enabled.`
  if (!bounds.allowsTool(tool.name)) return 'mcp.tools of the permission leaves it out.'
  if (isWriting(tool) && !bounds.write) return 'It writes, and mcp.write of the permission is not true.'
  return undefined
}
