import type { Collection, Document, WriteOperation } from '@sluice/store'
import { z } from 'zod'
import { claim } from '../../domain/execution/claim.ts'
import {
  type AttemptNote,
  attemptNote,
  type ExecutionResult,
  type ExecutionRow,
} from '../../domain/execution/execution.ts'
import type { ClaimPut } from '../../ports/log-store.ts'
import { fatesOf } from '../taken.ts'

/**
 * A change of one execution. `isShown`: whether the row says so, where it may not have been this write that has made it say
 * so; `there` is undefined where no row is. Of a change without it that is not looked at.
 */
export type ExecutionChange = {
  eventId: string
  filter: Document & { _id: string }
  set: Document
  isShown?(there: StoredState | undefined): boolean
}

/** How an execution has ended, as it is stored. */
export type ExecutionEnd = Pick<ExecutionResult, 'status' | 'attempt'> & {
  _id: string
  result: string
  sentText: string
  answerText: string
  attempts: readonly AttemptNote[]
}

const storedState = z.object({
  _id: z.string(),
  status: z.string(),
  result: z.string().optional(),
  attempts: z.array(attemptNote).default([]),
  claim: claim.optional().catch(undefined),
})
type StoredState = z.infer<typeof storedState>

/** The end of an execution that has none yet. */
export function endOf(eventId: string, end: ExecutionEnd): ExecutionChange {
  const { _id, ...set } = end
  // Also where it was written before and the answer to that was lost; and where its day is gone by now.
  const isShown: ExecutionChange['isShown'] = there =>
    !there || (there.status === end.status && there.result === end.result)
  return { eventId, filter: { _id, status: 'pending' }, set, isShown }
}

/**
 * A claim in the place of the one that the execution was read with, if its claimant still has it, and it has come to its end. There is
 * no choice of conditions in its filter: a server may then look through all executions of the day for the one.
 */
export function claimOf(
  { _id, eventId, claim: former }: Pick<ExecutionRow, '_id' | 'eventId' | 'claim'>,
  { claim, attempt, now, over }: ClaimPut,
): ExecutionChange {
  const standing = former ? { 'claim.by': former.by } : { claim: null }
  const isToRunOut = former !== undefined && !over.includes(former.by)
  const ended = isToRunOut ? { 'claim.until': { $lt: now.getTime() } } : {}
  return {
    eventId,
    filter: { _id, status: 'pending', ...standing, ...ended },
    set: { claim, attempt },
    isShown: there => there?.status === 'pending' && there.claim?.by === claim.by && there.claim.id === claim.id,
  }
}

/** @returns for each change whether the execution shows it now */
export async function writeChanges(
  executions: Collection,
  changes: readonly ExecutionChange[],
): Promise<PromiseSettledResult<boolean>[]> {
  const operations = changes.map(
    ({ filter, set }): WriteOperation => ({ updateOne: { filter, update: { $set: set } } }),
  )
  const result = await executions.bulkWrite(operations, { ordered: false })
  const isInDoubt = result.matched < changes.length
  const toRead = isInDoubt ? changes.filter(({ isShown }) => isShown).map(({ filter }) => filter._id) : []
  const stored = await readStates(executions, toRead)
  const fates = fatesOf(result, changes)
  return changes.map(({ filter, isShown }, index) => {
    const fate = fates[index]
    if (fate?.kind === 'refused') return { status: 'rejected', reason: fate.error }
    return { status: 'fulfilled', value: !isInDoubt || !isShown || isShown(stored.get(filter._id)) }
  })
}

/**
 * Puts a success into the place of a failure, or of a skip, that somebody else has come to meanwhile: that the target has
 * taken it is true whatever came of the other attempts, and these stay in its list.
 * @returns whether it was put
 */
export async function replaceEnd(executions: Collection, end: ExecutionEnd): Promise<boolean> {
  const { _id, ...set } = end
  const there = (await readStates(executions, [_id])).get(_id)
  if (there?.status !== 'failed' && there?.status !== 'skipped') return false
  const attempts = [...there.attempts.filter(note => !isAmong(end.attempts, note)), ...end.attempts]
  attempts.sort((one, other) => one.at.getTime() - other.at.getTime())
  const { matched } = await executions.updateOne({ _id, status: there.status }, { $set: { ...set, attempts } })
  return matched > 0
}

const isAmong = (notes: readonly AttemptNote[], { attempt, at }: AttemptNote): boolean =>
  notes.some(note => note.attempt === attempt && note.at.getTime() === at.getTime())

async function readStates(executions: Collection, ids: readonly string[]): Promise<Map<string, StoredState>> {
  if (ids.length === 0) return new Map()
  const projection = { status: 1, result: 1, attempts: 1, claim: 1 } as const
  const found = await executions.find({ _id: { $in: [...ids] } }, { projection })
  return new Map(found.flatMap(document => storedState.safeParse(document).data ?? []).map(row => [row._id, row]))
}
