import type { FlatPlan, FlatQuery } from '../../domain/plan/flat/flat-plan.ts'
import type { JoinedDocuments } from '../../domain/plan/flat/flat-writing.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { commandOf } from './bind-flat.ts'
import { asBuffer } from './flat-bytes.ts'
import { closeWalk, type FlatWalk, openWalk, walkAll } from './flat-walk.ts'
import { type FlatRun, loadJoin } from './load-join.ts'
import { type RootDocuments, writeAnswer } from './write-answer.ts'

/**
 * Runs a flat plan: documents are read and walked level by level, as the general way does, and then the whole answer is
 * written as JSON.
 * @throws NotFlatError where anything is not as common as the plan takes it; documents may have been read by then
 */
export async function runFlat(plan: FlatPlan, run: FlatRun): Promise<string | Uint8Array> {
  const queries = plan.roots.flatMap(({ source }) => ('text' in source ? [] : [source]))
  const read = await Promise.all(queries.map(query => readRoot(query, run)))
  const walk = openWalk(plan)
  const roots = new Map(queries.map((query, at) => [query, walkRoot(query, read[at] ?? [], walk)]))
  const found = await loadJoins(plan, walk, run)
  const answer = writeAnswer(plan, { roots, found, walk })
  closeWalk(walk)
  return answer
}

async function readRoot(query: FlatQuery, run: FlatRun): Promise<readonly Uint8Array[]> {
  const { filter, request } = commandOf(query, run)
  if (!filter) return []
  const outcome = await run.read.findRaw(request)
  return outcome.kind === 'documents' ? outcome.documents : notFlat('A query has failed.')
}

function walkRoot({ mapping, object }: FlatQuery, read: readonly Uint8Array[], walk: FlatWalk): RootDocuments {
  const documents = (mapping.isList ? read : read.slice(0, 1)).map(asBuffer)
  return { documents, base: walkAll(object, documents, walk) }
}

/** The joins of one level are loaded at a time. */
async function loadJoins({ joins }: FlatPlan, walk: FlatWalk, run: FlatRun): Promise<JoinedDocuments[]> {
  const found: JoinedDocuments[] = joins.map(({ object }) => ({ object, ofValue: [] }))
  const levels = joins.reduce((most, { level }) => Math.max(most, level), 0)
  for (let level = 1; level <= levels; level += 1) {
    await Promise.all(
      joins.map(async (join, number) => {
        if (join.level === level) found[number] = await loadJoin({ join, number, walk }, run)
      }),
    )
  }
  return found
}
