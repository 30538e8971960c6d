import type { FieldError } from '@sluice/contracts'
import { z } from 'zod'
import { answering, refuseArguments, resultOf, type ToolCall, type ToolOutcome } from '../tool.ts'

const graphqlError = z.object({ message: z.string() })
const graphqlAnswer = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() })

export const graphqlOutput = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z.array(z.record(z.string(), z.unknown())).optional(),
})

/** What is sent to a GraphQL app: a document, or the name of one that it knows. */
export type GraphqlSending = {
  query?: string
  documentId?: string
  variables?: Record<string, unknown> | undefined
  operationName?: string | undefined
}

/** Asks an app. Errors beside data are told beside them; without data they are the problem. */
export async function runGraphql(target: string, sent: GraphqlSending, call: ToolCall): Promise<ToolOutcome> {
  const answer = await call.ask({ method: 'POST', target, json: sent })
  return answering(answer, ({ json }) => {
    const { data, errors = [] } = graphqlAnswer.parse(json)
    const hasData = typeof data === 'object' && data !== null
    if (!hasData) return refuseArguments(errors.map(toFieldError), call)
    return resultOf({ data, ...(errors.length > 0 && { errors }) })
  })
}

const toFieldError = (error: unknown): FieldError => ({
  path: '',
  message: graphqlError.safeParse(error).data?.message ?? 'The app has refused this.',
})
