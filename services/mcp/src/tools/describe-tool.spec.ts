import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeTool } from './describe-tool.ts'
import { defineTool, resultOf, type Tool, type ToolHints } from './tool.ts'

const toolOf = (hints: ToolHints, input = z.strictObject({})): Tool =>
  defineTool({
    name: 'rename',
    group: 'collections',
    title: 'Rename',
    description: 'Renames.',
    hints,
    input,
    output: z.object({ count: z.int(), rest: z.record(z.string(), z.unknown()) }),
    offer: () => ({ isOffered: true }),
    run: async () => resultOf({}),
  })

const described = (...given: Parameters<typeof toolOf>) =>
  describeTool({ tool: toolOf(...given), offer: { isOffered: true } })

describe('what a client is told of a tool', () => {
  it.each<[string, ToolHints, object]>([
    ['reads', { readOnly: true }, { readOnlyHint: true, openWorldHint: false }],
    ['writes', {}, { destructiveHint: false, openWorldHint: false }],
    [
      'destroys, and can be repeated',
      { destructive: true, idempotent: true },
      { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    ],
    ['reaches others', { openWorld: true }, { destructiveHint: false, openWorldHint: true }],
  ])('holds for one that %s no hint that the protocol takes for granted, but whether it destroys', (_, hints, told) => {
    expect(described(hints).annotations).toEqual(told)
  })

  it('has in its schemas no bound of a JavaScript number and no word that allows what is allowed', () => {
    const { outputSchema } = described({})
    expect(outputSchema).toEqual({
      type: 'object',
      properties: { count: { type: 'integer' }, rest: { type: 'object' } },
      required: ['count', 'rest'],
    })
  })

  it('keeps what narrows arguments', () => {
    const input = z.strictObject({ limit: z.int().min(1).max(100).default(20), path: z.string().startsWith('/') })
    expect(described({}, input).inputSchema).toEqual({
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        path: { type: 'string', pattern: '^\\/.*' },
      },
      required: ['path'],
      additionalProperties: false,
    })
  })
})
