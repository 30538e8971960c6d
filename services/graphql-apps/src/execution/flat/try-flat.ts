import { MalformedBsonError } from '@sluice/store'
import type { FlatPlan } from '../../domain/plan/flat/flat-plan.ts'
import { NotFlatError } from '../../domain/plan/flat/not-flat.ts'
import type { DocumentReader } from '../document-reader.ts'
import type { FlatRun } from './load-join.ts'
import { rememberReads } from './replaying-reader.ts'
import { runFlat } from './run-flat.ts'

/** `read`: for the general way; it has what the flat one has read already. */
export type FlatOutcome = { kind: 'answered'; answer: string | Uint8Array } | { kind: 'general'; read: DocumentReader }

/** Requests that go the general way at once after one that could not be answered by a flat plan: its documents are odd. */
const REST = 20

/**
 * Answers by the flat plan, where there is one and everything is as it takes it. Nothing that fails is answered from
 * here: errors, limits and nulls are the general way's.
 */
export async function tryFlat(
  plan: FlatPlan | undefined,
  read: DocumentReader,
  runOn: (read: DocumentReader) => FlatRun,
): Promise<FlatOutcome> {
  const { findRaw } = read
  if (!plan || !findRaw || rests(plan)) return { kind: 'general', read }
  const reads = rememberReads(read, findRaw)
  try {
    return { kind: 'answered', answer: await runFlat(plan, runOn({ ...read, findRaw: reads.findRaw })) }
  } catch (error) {
    if (!(error instanceof NotFlatError || error instanceof MalformedBsonError)) throw error
    // What was refused before anything was read is about this request, and says nothing of the documents.
    if (reads.count() > 0) plan.rest = REST
    return { kind: 'general', read: reads.replaying() }
  }
}

function rests(plan: FlatPlan): boolean {
  if (plan.rest === 0) return false
  plan.rest -= 1
  return true
}
