import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  type ContentBlock,
  MissingRequiredClientCapabilityError,
  type Result,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'

/** Answers one request of a scenario. @param params those of the request */
export type ConformanceAnswer = (
  params: Readonly<Record<string, unknown>>,
  context: ServerContext,
) => Result | Promise<Result>

export type ConformanceTool = Tool & { answer: ConformanceAnswer }

/** A pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** No sound, of no length. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

/** @param properties of its arguments */
export function conformanceTool(name: string, answer: ConformanceAnswer): ConformanceTool {
  return { name, description: 'A tool of the conformance suite.', inputSchema: { type: 'object' }, answer }
}

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const returning = (name: string, ...content: ContentBlock[]) => conformanceTool(name, () => ({ content }))

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const

/** Tools that return content of each type, fail, or tell how far they are. */
export const contentTools: readonly ConformanceTool[] = [
  returning('test_simple_text', { type: 'text', text: 'This is a simple text response for testing.' }),
  returning('test_image_content', image),
  returning('test_audio_content', { type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  returning('test_embedded_resource', {
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
  returning('test_multiple_content_types', { type: 'text', text: 'Multiple content types test:' }, image, {
    type: 'resource',
    resource: {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    },
  }),
  conformanceTool('test_error_handling', () => ({
    ...textResult('This tool intentionally returns an error for testing'),
    isError: true,
  })),
  conformanceTool('test_tool_with_progress', async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      }
      await wait(50)
    }
    return textResult('Done.')
  }),
  conformanceTool('test_logging_tool', async (_, { mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started')
    return textResult('Logged.')
  }),
  conformanceTool('test_streaming_elicitation', () => textResult('Streamed.')),
  conformanceTool('test_missing_capability', () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  }),
]

/** Makes the list of tools, or that of prompts, another one. */
export type OfferChange = (list: 'tools' | 'prompts') => Promise<void>

/** Tools that change what the caller is offered, so that a subscription has something to tell. */
export const triggerTools = (change: OfferChange): readonly ConformanceTool[] =>
  (['tool', 'prompt'] as const).map(what =>
    conformanceTool(`test_trigger_${what}_change`, async () => {
      await change(`${what}s`)
      return textResult('Changed.')
    }),
  )
