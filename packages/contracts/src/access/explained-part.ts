import { z } from 'zod'

/** A part of a condition with its result and, as a sentence, the values that decided. */
export type ExplainedPart = {
  text: string
  result: boolean | 'unknown'
  reason: string
  children?: readonly ExplainedPart[]
}
export const explainedPart: z.ZodType<ExplainedPart> = z
  .object({
    text: z.string(),
    result: z.union([z.boolean(), z.literal('unknown')]),
    reason: z.string(),
    get children() {
      return z.array(explainedPart).optional()
    },
  })
  .meta({ id: 'ExplainedPart' })
