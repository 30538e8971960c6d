import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { CallerView } from '../listing/caller-view.ts'
import { findTool } from '../tools/catalogue.ts'
import type { Tool } from '../tools/tool.ts'

/** A form of addresses, and the tool that reads what stands there: its variables are arguments of that tool. */
type ToolTemplate = Pick<ResourceTemplateType, 'uriTemplate' | 'name' | 'title'> & { tool: string }

const TEMPLATES: readonly ToolTemplate[] = [
  { uriTemplate: 'sluice://apps/{app}/schema', name: 'schema', title: 'Schema of an app', tool: 'graphql_schema' },
  {
    uriTemplate: 'sluice://collections/{collection}',
    name: 'collection',
    title: 'First documents of a collection',
    tool: 'find_documents',
  },
  {
    uriTemplate: 'sluice://collections/{collection}/{id}',
    name: 'document',
    title: 'One document',
    tool: 'get_document',
  },
  {
    uriTemplate: 'sluice://webhooks/{webhook}/logs/{log}',
    name: 'webhook-log',
    title: 'An entry of the log of a webhook',
    tool: 'get_webhook_log',
  },
]

const MIME_TYPE = 'application/json'
const MAX_URI = 4_096
const VARIABLE = /\{([a-z]+)\}/g

/** The forms of addresses that the caller could read at. */
export const offeredTemplates = (view: CallerView): ResourceTemplateType[] =>
  TEMPLATES.filter(({ tool }) => findTool(tool, view)).map(({ tool: _, ...template }) => ({
    ...template,
    mimeType: MIME_TYPE,
  }))

/** The resources that have a name of their own, by their addresses: those whose one variable the caller may choose. */
export function offeredResources(view: CallerView): readonly Resource[] {
  const resources = TEMPLATES.filter(hasOneVariable).flatMap(({ uriTemplate, title, tool }) => {
    const choices = findTool(tool, view)?.offer(view).choices
    return (choices?.values ?? []).map(name => ({
      uri: uriTemplate.replace(VARIABLE, () => encodeURIComponent(name)),
      name,
      title: `${title}: ${name}`,
      mimeType: MIME_TYPE,
    }))
  })
  return resources.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
}

const hasOneVariable = ({ uriTemplate }: ToolTemplate): boolean => [...uriTemplate.matchAll(VARIABLE)].length === 1

/** The call of a tool that reads a resource. */
type ResourceReading = { tool: Tool; args: Readonly<Record<string, string>> }

/** Finds how an address is read. @returns undefined where nothing is, or the caller is not offered the tool */
export function findResource(uri: string, view: CallerView): ResourceReading | undefined {
  if (uri.length > MAX_URI) return undefined
  for (const { uriTemplate, tool: name } of TEMPLATES) {
    const args = matchTemplate(uriTemplate, uri)
    const tool = args && findTool(name, view)
    if (tool) return { tool, args }
  }
  return undefined
}

/** Each variable is one segment, percent-decoded; the tool checks what it may hold. */
function matchTemplate(uriTemplate: string, uri: string): Record<string, string> | undefined {
  const wanted = uriTemplate.split('/')
  const given = uri.split('/')
  if (wanted.length !== given.length) return undefined
  const args: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const segment = given[at] ?? ''
    const variable = part.startsWith('{') ? part.slice(1, -1) : undefined
    const value = variable === undefined ? undefined : decodeSegment(segment)
    if (variable !== undefined && value !== undefined) args[variable] = value
    else if (part !== segment) return undefined
  }
  return args
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
