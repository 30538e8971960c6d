import { allOf } from '@sluice/documents'
import { equalsAny, joinAll } from '../../domain/model/filter-template.ts'
import { collectJoins } from '../../domain/plan/flat/collect-joins.ts'
import type { FlatJoin } from '../../domain/plan/flat/flat-plan.ts'
import type { JoinedDocument, JoinedDocuments } from '../../domain/plan/flat/flat-writing.ts'
import { findJoinValue, type JoinValues, NO_VALUE } from '../../domain/plan/flat/join-values.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { isNothing, valueAt } from '../../domain/plan/flat/walk-document.ts'
import type { BudgetedReader } from '../query-budget.ts'
import { commandOf, type FlatBinding } from './bind-flat.ts'
import { asBuffer } from './flat-bytes.ts'
import { type FlatWalk, walkNext } from './flat-walk.ts'

type JoinLoad = { join: FlatJoin; number: number; walk: FlatWalk }
export type FlatRun = FlatBinding & { read: Pick<BudgetedReader, 'findRaw'> }

/** Reads the documents of a join for all its parents, and walks through each of them once. @throws NotFlatError */
export async function loadJoin({ join, number, walk }: JoinLoad, run: FlatRun): Promise<JoinedDocuments> {
  const question = walk.questions[number] ?? notFlat('There is no such join.')
  const ofValue = question.values.map((): JoinedDocument[] | undefined => undefined)
  const batches = await readBatches(join, question.values, run)
  for (const batch of batches) walkFound({ join, question, walk }, batch, ofValue)
  return { object: join.object, ofValue }
}

/** Documents found for some of the values, in their order. */
type JoinBatch = { documents: readonly Uint8Array[]; first: number; count: number }

function readBatches(join: FlatJoin, values: readonly unknown[], run: FlatRun): Promise<JoinBatch[]> {
  const { filter: own, readFilter, request } = commandOf(join, run)
  const most = join.shared?.most ?? 1
  const firsts = own ? Array.from({ length: Math.ceil(values.length / most) }, (_, at) => at * most) : []
  return Promise.all(
    firsts.map(async first => {
      const wanted = values.slice(first, first + most)
      const filter = allOf(joinAll([own ?? {}, equalsAny(join.property, wanted)]), readFilter)
      const limit = join.shared ? mostFound(join, wanted) : request.limit
      const outcome = await run.read.findRaw({ ...request, filter, limit })
      const documents = outcome.kind === 'documents' ? outcome.documents : notFlat('A query has failed.')
      return { documents, first, count: wanted.length }
    }),
  )
}

/** Documents that are found for these values at most; 0 where nobody knows. No two have one `_id`. */
const mostFound = ({ property }: FlatJoin, { length }: readonly unknown[]): number => (property === '_id' ? length : 0)

type JoinWalk = { join: FlatJoin; question: JoinValues; walk: FlatWalk }

function walkFound(
  { join, question, walk }: JoinWalk,
  { documents, first, count }: JoinBatch,
  ofValue: (JoinedDocument[] | undefined)[],
): void {
  const { object, mapping } = join
  for (const document of documents) {
    walkNext(object, asBuffer(document), walk)
    const value = count === 1 ? first : valueNumberOf(join.shared, question, walk)
    if (value === NO_VALUE) continue
    const own = ofValue[value]
    // One that gets no place in the answer is not looked into: what is wrong with it is no matter.
    if (own && !mapping.isList) continue
    const { bytes, base, asked } = walk
    const joined: JoinedDocument = { bytes, base, firstAsked: asked.length, start: 0, end: 0 }
    if (own) own.push(joined)
    else ofValue[value] = [joined]
    collectJoins(object, walk)
  }
}

/** The number of the value that a document was found for. */
function valueNumberOf(shared: FlatJoin['shared'], question: JoinValues, walk: FlatWalk): number {
  if (!shared) return NO_VALUE
  const stored = valueAt(shared.place, walk)
  return isNothing(stored.type) ? NO_VALUE : findJoinValue(question, walk.bytes, stored)
}
