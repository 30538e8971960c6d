import type { Collection, Document } from '@sluice/store'
import { z } from 'zod'
import { claim } from '../../domain/execution/claim.ts'
import {
  type AttemptNote,
  attemptNote,
  type ExecutionResult,
  type ExecutionRow,
} from '../../domain/execution/execution.ts'
import type { ClaimPut } from '../../ports/log-store.ts'
import { inGroups } from '../write-batcher.ts'

/**
 * A change of one execution, made where this is `so` of it; `set` names whole fields. `isShown`: whether the row says so, where it may not
 * have been this write that has made it say so; `there` is undefined where no row is. Of a change without it that is not looked at.
 */
export type ExecutionChange = {
  _id: string
  eventId: string
  so: Document
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
  return { _id, eventId, so: { status: 'pending' }, set, isShown }
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
    _id,
    eventId,
    so: { status: 'pending', ...standing, ...ended },
    set: { claim, attempt },
    isShown: there => there?.status === 'pending' && there.claim?.by === claim.by && there.claim.id === claim.id,
  }
}

/** @returns for each change whether the execution shows it now */
export function writeChanges(
  executions: Collection,
  changes: readonly ExecutionChange[],
): Promise<PromiseSettledResult<boolean>[]> {
  const byExecution = Map.groupBy(changes, ({ _id }) => _id)
  const turnOf = (change: ExecutionChange) => byExecution.get(change._id)?.indexOf(change)
  const groupOf = (change: ExecutionChange) => `${turnOf(change)} ${JSON.stringify(change.so)}`
  return inGroups(changes, groupOf, alike => writeAlike(executions, alike))
}

/** Makes changes of different executions that all have the same condition. */
async function writeAlike(
  executions: Collection,
  changes: readonly ExecutionChange[],
): Promise<PromiseSettledResult<boolean>[]> {
  const so = changes[0]?.so ?? {}
  const { matched } = await executions.setEach(so, new Map(changes.map(({ _id, set }) => [_id, set])))
  const isInDoubt = matched < changes.length
  const toRead = isInDoubt ? changes.filter(({ isShown }) => isShown).map(({ _id }) => _id) : []
  const stored = await readStates(executions, toRead)
  return changes.map(({ _id, isShown }) => {
    return { status: 'fulfilled', value: !isInDoubt || !isShown || isShown(stored.get(_id)) }
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
