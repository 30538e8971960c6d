import { allOf } from '@sluice/documents'
import { equalsAny, joinAll } from '../../domain/model/filter-template.ts'
import type { FlatJoin } from '../../domain/plan/flat/flat-plan.ts'
import type { FlatWriting, JoinKeyValue, JoinValues } from '../../domain/plan/flat/flat-writing.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { joinKeyOf } from '../../domain/plan/flat/read-value.ts'
import { isNothing, valueAt, walkDocument } from '../../domain/plan/flat/walk-document.ts'
import { writeWalked } from '../../domain/plan/flat/write-object.ts'
import type { BudgetedReader } from '../query-budget.ts'
import type { FlatPage, FlatText, FoundTexts } from './assemble-answer.ts'
import { commandOf, type FlatBinding } from './bind-flat.ts'
import { asBuffer, openScratch, takeWritten } from './flat-bytes.ts'

type JoinLoad = { join: FlatJoin; question: JoinValues; questions: readonly JoinValues[] }
export type FlatRun = FlatBinding & { read: Pick<BudgetedReader, 'findRaw'> }

/** Reads the documents of a join for all its parents, and writes each of them once. @throws NotFlatError */
export async function loadJoin({ join, question, questions }: JoinLoad, run: FlatRun): Promise<FoundTexts> {
  const { values } = question
  const found: FlatText[][] = values.map(() => [])
  if (values.length === 0) return found
  const batches = await readBatches(join, values, run)
  for (const { documents, first, count } of batches) {
    const only = count === 1 ? first : undefined
    writeFound({ join, documents, only, numbers: question.numbers, questions }, found)
  }
  return found
}

/** Documents found for some of the values, in their order. */
type JoinBatch = { documents: readonly Uint8Array[]; first: number; count: number }

function readBatches(join: FlatJoin, values: readonly unknown[], { read, ...binding }: FlatRun): Promise<JoinBatch[]> {
  const { filter: shared, readFilter, ...command } = commandOf(join, binding)
  const { strategy } = join.mapping
  const most = strategy.kind === 'batched' ? strategy.most : values.length
  const firsts = shared ? Array.from({ length: Math.ceil(values.length / most) }, (_, at) => at * most) : []
  return Promise.all(
    firsts.map(async first => {
      const wanted = values.slice(first, first + most)
      const filter = allOf(joinAll([shared ?? {}, equalsAny(join.property, wanted)]), readFilter)
      // No two documents have one `_id`.
      const limit = join.property === '_id' ? wanted.length : 0
      const outcome = await read.findRaw({ ...command, filter, limit })
      const documents = outcome.kind === 'documents' ? outcome.documents : notFlat('A query has failed.')
      return { documents, first, count: wanted.length }
    }),
  )
}

type JoinWriting = Omit<JoinLoad, 'question'> & {
  documents: readonly Uint8Array[]
  /** The number of the value that all documents were found for. */
  only: number | undefined
  numbers: ReadonlyMap<JoinKeyValue, number>
}

function writeFound({ join, documents, only, numbers, questions }: JoinWriting, found: FlatText[][]): void {
  const { object, mapping } = join
  const output = openScratch()
  const writing: FlatWriting = { bytes: Buffer.alloc(0), at: 0, output, holes: [], questions }
  const page: FlatPage = { bytes: writing.bytes, holes: writing.holes }
  for (const document of documents) {
    writing.bytes = asBuffer(document)
    writing.at = 0
    walkDocument(object, writing)
    const value = only ?? valueNumberOf(join, writing.bytes, numbers)
    const own = value === undefined ? undefined : found[value]
    // One that gets no place in the answer is not looked into: what is wrong with it is no matter.
    if (!own || (!mapping.isList && own.length > 0)) continue
    const from = output.length
    const firstHole = writing.holes.length
    writeWalked(object, writing)
    own.push({ page, from, to: output.length, firstHole, lastHole: writing.holes.length })
  }
  page.bytes = takeWritten(output)
}

/** The number of the value that a document was found for. */
function valueNumberOf(
  { object, place }: FlatJoin,
  bytes: Buffer,
  numbers: ReadonlyMap<JoinKeyValue, number>,
): number | undefined {
  const stored = valueAt(object, place, bytes)
  if (isNothing(stored.type)) return undefined
  return numbers.get(joinKeyOf(bytes, stored) ?? notFlat('A join is about a value of a rare type.'))
}
