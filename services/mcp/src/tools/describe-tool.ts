import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Tool, ToolHints, ToolOffer } from './tool.ts'

/** A tool that a caller is offered, with the values that he may give. */
export type OfferedTool = { tool: Tool; offer: ToolOffer }

/** Values that are told one by one; more would fill the prompt. */
const MAX_CHOICES = 50

/** A tool as a client is told of it. */
export function describeTool({ tool, offer: { choices } }: OfferedTool): ListedTool {
  const { name, title, description, hints, inputSchema, outputSchema } = tool
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: withChoices(inputSchema, choices),
    outputSchema,
    annotations: annotationsOf(hints),
  }
}

function withChoices(schema: Tool['inputSchema'], choices: OfferedTool['offer']['choices']) {
  if (!choices) return schema
  const property = schema.properties?.[choices.property]
  const isOpen = typeof property !== 'object' || property === null || Array.isArray(property)
  if (isOpen || choices.values.length > MAX_CHOICES) return schema
  const closed = { ...property, enum: [...choices.values] }
  return { ...schema, properties: { ...schema.properties, [choices.property]: closed } }
}

/**
 * Leaves out what the protocol takes for granted: that a tool writes, that a tool that reads destroys nothing, and that a
 * call can't be repeated. That a tool destroys is said all the same, as a client that misses it would ask nobody.
 */
const annotationsOf = ({ readOnly, destructive, idempotent, openWorld }: ToolHints) => ({
  ...(readOnly ? { readOnlyHint: true } : { destructiveHint: destructive ?? false }),
  ...(idempotent && !readOnly ? { idempotentHint: true } : {}),
  openWorldHint: openWorld ?? false,
})
