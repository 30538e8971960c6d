import type { Document } from '@sluice/store'
import { z } from 'zod'
import {
  type ExecutionResult,
  type ExecutionRow,
  executionRow,
  type LoggedBody,
} from '../../domain/execution/execution.ts'

/**
 * An execution as it is stored. Nothing of its result is looked for, so that is one text, as an event is; the texts of what
 * was sent and answered stand apart, so that a list is read without them.
 */
const storedExecution = executionRow.omit({ result: true }).extend({
  result: z.string().optional(),
  sentText: z.string().optional(),
  answerText: z.string().optional(),
})

/** What a list leaves out. */
export const WITHOUT_TEXTS = { sentText: 0, answerText: 0 } as const

type PackedResult = { result: string; sentText: string; answerText: string }

/** The fields of a row that say what came of it. */
export function packResult(whole: ExecutionResult): PackedResult {
  const { outgoing, response } = whole
  const slim = { ...whole, outgoing: outgoing && withoutText(outgoing), response: response && withoutText(response) }
  return {
    result: JSON.stringify(slim),
    sentText: outgoing?.body.text ?? '',
    answerText: response?.body.text ?? '',
  }
}

export function packExecution({ result, ...row }: ExecutionRow): Document & { _id: string } {
  return result ? { ...row, ...packResult(result) } : row
}

/** @returns undefined for a row that got in some other way and is not readable */
export function unpackExecution(document: Document): ExecutionRow | undefined {
  const stored = storedExecution.safeParse(document).data
  if (!stored) return undefined
  const { result: json, sentText, answerText, ...row } = stored
  if (json === undefined) return row
  const result = readResult(json)
  if (!result) return undefined
  const { outgoing, response } = result
  return {
    ...row,
    result: {
      ...result,
      outgoing: outgoing && withText(outgoing, sentText),
      response: response && withText(response, answerText),
    },
  }
}

const parsedResult = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(executionRow.shape.result.unwrap())

const readResult = (json: string): ExecutionResult | undefined => parsedResult.safeParse(json).data

const withText = <T extends { body: LoggedBody }>(message: T, text = ''): T => ({
  ...message,
  body: { ...message.body, text },
})
const withoutText = <T extends { body: LoggedBody }>(message: T): T => withText(message, '')
