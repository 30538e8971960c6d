import type { CallerView } from '../listing/caller-view.ts'
import { listCollections } from './caller/list-collections.ts'
import { whoami } from './caller/whoami.ts'
import { countDocuments } from './collections/count-documents.ts'
import { findDocuments } from './collections/find-documents.ts'
import { getDocument } from './collections/get-document.ts'
import { runAggregation } from './collections/run-aggregation.ts'
import { isWriting, type Tool, type ToolOffer, toolGroups } from './tool.ts'

const TOOLS: readonly Tool[] = [whoami, listCollections, countDocuments, findDocuments, getDocument, runAggregation]

/** A tool that a caller is offered, with the values that he may give. */
export type OfferedTool = { tool: Tool; offer: ToolOffer }

const byGroupAndName = (a: Tool, b: Tool): number =>
  toolGroups.indexOf(a.group) - toolGroups.indexOf(b.group) || (a.name < b.name ? -1 : 1)

const sorted = TOOLS.toSorted(byGroupAndName)

/** The tools that a caller is offered, by group and name. */
export function offeredTools(view: CallerView): readonly OfferedTool[] {
  return sorted.flatMap(tool => {
    const offer = offerOf(tool, view)
    return offer.isOffered ? [{ tool, offer }] : []
  })
}

/** The tool of this name, where the caller is offered it. */
export function findTool(name: string, view: CallerView): Tool | undefined {
  const tool = TOOLS.find(one => one.name === name)
  return tool && offerOf(tool, view).isOffered ? tool : undefined
}

function offerOf(tool: Tool, view: CallerView): ToolOffer {
  const { bounds } = view
  const isClosed = !bounds.allowsTool(tool.name) || (isWriting(tool) && !bounds.write)
  return isClosed ? { isOffered: false } : tool.offer(view)
}
