import { type Resource, type ResourceTemplateType, UriTemplate } from '@modelcontextprotocol/server'
import type { CallerView } from '../listing/caller-view.ts'
import { findTool } from '../tools/catalogue.ts'
import type { Tool } from '../tools/tool.ts'

/** A form of addresses, and the tool that reads what stands there: its variables are arguments of that tool. */
type ToolTemplate = Pick<ResourceTemplateType, 'name' | 'title'> & { uriTemplate: UriTemplate; tool: string }

const SCHEMA = new UriTemplate('sluice://apps/{app}/schema')

/** The address of the schema of an app. */
export const schemaUri = (app: string): string => SCHEMA.expand({ app })

const TEMPLATES: readonly ToolTemplate[] = [
  {
    uriTemplate: SCHEMA,
    name: 'schema',
    title: 'Schema of an app',
    tool: 'graphql_schema',
  },
  {
    uriTemplate: new UriTemplate('sluice://collections/{collection}'),
    name: 'collection',
    title: 'What is in a collection',
    tool: 'describe_collection',
  },
  {
    uriTemplate: new UriTemplate('sluice://collections/{collection}/{id}'),
    name: 'document',
    title: 'One document',
    tool: 'get_document',
  },
  {
    uriTemplate: new UriTemplate('sluice://webhooks/{webhook}/logs/{log}'),
    name: 'webhook-log',
    title: 'An entry of the log of a webhook',
    tool: 'get_webhook_log',
  },
]

const MIME_TYPE = 'application/json'

/** The forms of addresses that the caller could read at. */
export const offeredTemplates = (view: CallerView): ResourceTemplateType[] =>
  TEMPLATES.filter(({ tool }) => findTool(tool, view)).map(({ tool: _, uriTemplate, ...template }) => ({
    ...template,
    uriTemplate: String(uriTemplate),
    mimeType: MIME_TYPE,
  }))

/** The resources that have a name of their own, by their addresses: those whose one variable the caller may choose. */
export function offeredResources(view: CallerView): readonly Resource[] {
  const resources = TEMPLATES.flatMap(({ uriTemplate, title, tool }) => {
    const [variable = '', ...others] = uriTemplate.variableNames
    const choices = others.length === 0 ? findTool(tool, view)?.offer(view).choices : undefined
    return (choices?.values ?? []).map(name => ({
      uri: uriTemplate.expand({ [variable]: name }),
      name,
      title: `${title}: ${name}`,
      mimeType: MIME_TYPE,
    }))
  })
  return resources.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
}

/** The call of a tool that reads a resource. */
type ResourceReading = { tool: Tool; args: Readonly<Record<string, string>> }

/** Finds how an address is read. @returns undefined where nothing is, or the caller is not offered the tool */
export function findResource(uri: string, view: CallerView): ResourceReading | undefined {
  for (const { uriTemplate, tool: name } of TEMPLATES) {
    const args = argumentsAt(uriTemplate, uri)
    const tool = args && findTool(name, view)
    if (tool) return { tool, args }
  }
  return undefined
}

/** Reads the variables of an address, percent-decoded; the tool checks what they may hold. */
function argumentsAt(template: UriTemplate, uri: string): Record<string, string> | undefined {
  const found = Object.entries(template.match(uri) ?? {})
  if (found.length === 0) return undefined
  try {
    return Object.fromEntries(found.map(([name, value]) => [name, decodeURIComponent(String(value))]))
  } catch {
    return undefined
  }
}
