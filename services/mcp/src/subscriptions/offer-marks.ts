import { createHash } from 'node:crypto'
import type { ServerEvent } from '@modelcontextprotocol/server'
import type { CallerView } from '../listing/caller-view.ts'
import { offeredResources, schemaUri } from '../resources/resource-templates.ts'
import { offeredPrompts } from '../resources/serve-prompts.ts'
import { listedTools } from '../tools/catalogue.ts'

/** What a caller is offered, so short that it can be kept. `resources`: by address, another mark when what is there is another. */
export type OfferMarks = { tools: string; prompts: string; resources: ReadonlyMap<string, string> }

export function marksOf(view: CallerView): OfferMarks {
  const resources = new Map(offeredResources(view).map(({ uri }) => [uri, '']))
  for (const { uri, schemaMark } of view.apps('graphql_schema')) {
    const address = schemaUri(uri)
    if (resources.has(address)) resources.set(address, schemaMark)
  }
  return { tools: digestOf(listedTools(view)), prompts: digestOf(offeredPrompts(view)), resources }
}

const digestOf = (list: readonly object[]): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url')

/** What a client is told of the difference. */
export function eventsBetween(before: OfferMarks, after: OfferMarks): ServerEvent[] {
  const events: ServerEvent[] = []
  if (before.tools !== after.tools) events.push({ kind: 'tools_list_changed' })
  if (before.prompts !== after.prompts) events.push({ kind: 'prompts_list_changed' })
  const isSameList =
    before.resources.size === after.resources.size &&
    [...after.resources.keys()].every(uri => before.resources.has(uri))
  if (!isSameList) events.push({ kind: 'resources_list_changed' })
  for (const uri of new Set([...before.resources.keys(), ...after.resources.keys()])) {
    if (before.resources.get(uri) !== after.resources.get(uri)) events.push({ kind: 'resource_updated', uri })
  }
  return events
}
