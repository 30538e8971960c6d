import type { Collection, Document, WriteOperation } from '@sluice/store'
import { z } from 'zod'
import { type AttemptNote, attemptNote, type ExecutionResult } from '../../domain/execution/execution.ts'
import { fatesOf } from '../taken.ts'

/** A change of one execution. `end`: it is the end of it. */
export type ExecutionChange = { eventId: string; filter: Document; set: Document; end?: ExecutionEnd }

/** How an execution has ended, as it is stored. */
export type ExecutionEnd = Pick<ExecutionResult, 'status' | 'attempt'> & {
  _id: string
  result: string
  sentText: string
  answerText: string
  attempts: readonly AttemptNote[]
}

const storedEnd = z.object({
  _id: z.string(),
  status: z.string(),
  result: z.string().optional(),
  attempts: z.array(attemptNote).default([]),
})
type StoredEnd = z.infer<typeof storedEnd>

/** The end of an execution that has none yet. */
export function endOf(eventId: string, end: ExecutionEnd): ExecutionChange {
  const { _id, ...set } = end
  return { eventId, filter: { _id, status: 'pending' }, set, end }
}

/** @returns for each change whether the execution says so now; of what is no end that is not looked at */
export async function writeChanges(
  executions: Collection,
  changes: readonly ExecutionChange[],
): Promise<PromiseSettledResult<boolean>[]> {
  const operations = changes.map(
    ({ filter, set }): WriteOperation => ({ updateOne: { filter, update: { $set: set } } }),
  )
  const result = await executions.bulkWrite(operations, { ordered: false })
  const ends = result.matched < changes.length ? changes.flatMap(({ end }) => end ?? []) : []
  const stored = await readEnds(executions, ends)
  return fatesOf(result, changes).map((fate, index) => {
    if (fate.kind === 'refused') return { status: 'rejected', reason: fate.error }
    const end = changes[index]?.end
    const there = end && stored.get(end._id)
    return { status: 'fulfilled', value: end === undefined || !there || saysSo(there, end) }
  })
}

/**
 * Puts a success into the place of a failure, or of a skip, that somebody else has come to meanwhile: that the target has
 * taken it is true whatever came of the other attempts, and these stay in its list.
 * @returns whether it was put
 */
export async function replaceEnd(executions: Collection, end: ExecutionEnd): Promise<boolean> {
  const { _id, ...set } = end
  const there = (await readEnds(executions, [end])).get(_id)
  if (there?.status !== 'failed' && there?.status !== 'skipped') return false
  const attempts = [...there.attempts.filter(note => !isAmong(end.attempts, note)), ...end.attempts]
  attempts.sort((one, other) => one.at.getTime() - other.at.getTime())
  const { matched } = await executions.updateOne({ _id, status: there.status }, { $set: { ...set, attempts } })
  return matched > 0
}

const isAmong = (notes: readonly AttemptNote[], { attempt, at }: AttemptNote): boolean =>
  notes.some(note => note.attempt === attempt && note.at.getTime() === at.getTime())

/** Also where it was written before and the answer to that was lost. */
const saysSo = (there: StoredEnd, { status, result }: ExecutionEnd): boolean =>
  there.status === status && there.result === result

async function readEnds(executions: Collection, ends: readonly ExecutionEnd[]): Promise<Map<string, StoredEnd>> {
  if (ends.length === 0) return new Map()
  const projection = { status: 1, result: 1, attempts: 1 } as const
  const found = await executions.find({ _id: { $in: ends.map(({ _id }) => _id) } }, { projection })
  return new Map(found.flatMap(document => storedEnd.safeParse(document).data ?? []).map(end => [end._id, end]))
}
