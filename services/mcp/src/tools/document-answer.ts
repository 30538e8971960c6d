import { z } from 'zod'
import type { InnerAnswer, ToolProblem } from '../inner/tool-requester.ts'
import { truncatedField } from './collection-argument.ts'
import { answering, jsonObject, resultOf, type ToolOutcome } from './tool.ts'

export const documentOutput = z.object({
  document: jsonObject,
  etag: z.string().optional(),
  truncated: truncatedField,
})

/** A document as it is stored, with its ETag. */
export const documentAnswer = (answer: InnerAnswer | ToolProblem): ToolOutcome =>
  answering(answer, ({ json, etag }) => resultOf({ document: json, ...(etag !== undefined && { etag }) }))
