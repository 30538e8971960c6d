import { allOf, type JsonOutput, writeAscii } from '@sluice/documents'
import type { FlatJoin, FlatPlan, FlatQuery } from '../../domain/plan/flat/flat-plan.ts'
import type { FlatWriting, JoinValues } from '../../domain/plan/flat/flat-writing.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import { writeObject } from '../../domain/plan/flat/write-object.ts'
import { assembleAnswer, type FlatText, type FoundTexts } from './assemble-answer.ts'
import { commandOf } from './bind-flat.ts'
import { asBuffer, openScratch, takeWritten } from './flat-bytes.ts'
import { type FlatRun, loadJoin } from './load-join.ts'

/**
 * Runs a flat plan, level by level as the general way does, and gives the whole answer as JSON.
 * @throws NotFlatError where anything is not as common as the plan takes it; documents may have been read by then
 */
export async function runFlat(plan: FlatPlan, run: FlatRun): Promise<string | Uint8Array> {
  const questions = plan.joins.map((): JoinValues => ({ numbers: new Map(), values: [] }))
  const queries = plan.roots.flatMap(({ source }) => ('text' in source ? [] : [source]))
  const read = await Promise.all(queries.map(query => readRoot(query, run)))
  const texts = new Map(queries.map((query, at) => [query, writeRoot(query, read[at] ?? [], questions)]))
  const found: FoundTexts[] = plan.joins.map(() => [])
  for (let level = 1; ; level += 1) {
    const joins = plan.joins.filter(join => join.level === level)
    if (joins.length === 0) return assembleAnswer(plan, texts, found)
    await loadLevel(joins, { questions, found, plan }, run)
  }
}

async function readRoot(query: FlatQuery, { read, ...binding }: FlatRun): Promise<readonly Uint8Array[]> {
  const { filter, readFilter, ...command } = commandOf(query, binding)
  if (!filter) return []
  const outcome = await read.findRaw({ ...command, filter: allOf(filter, readFilter) })
  return outcome.kind === 'documents' ? outcome.documents : notFlat('A query has failed.')
}

function writeRoot(query: FlatQuery, documents: readonly Uint8Array[], questions: readonly JoinValues[]): FlatText {
  const { mapping, object, isNonNull } = query
  const output = openScratch()
  const writing: FlatWriting = { bytes: Buffer.alloc(0), at: 0, output, holes: [], questions }
  if (mapping.isList) writeAscii(output, '[')
  else if (documents.length === 0) writeNothing(isNonNull, output)
  for (const [at, document] of documents.entries()) {
    if (at > 0) writeAscii(output, ',')
    writing.bytes = asBuffer(document)
    writing.at = 0
    writeObject(object, writing)
    if (!mapping.isList) break
  }
  if (mapping.isList) writeAscii(output, ']')
  const { holes } = writing
  const bytes = takeWritten(output)
  return { page: { bytes, holes }, from: 0, to: bytes.length, firstHole: 0, lastHole: holes.length }
}

function writeNothing(isNonNull: boolean, output: JsonOutput): void {
  if (isNonNull) notFlat('A value is missing.')
  writeAscii(output, 'null')
}

type FlatLoad = { plan: FlatPlan; questions: readonly JoinValues[]; found: FoundTexts[] }

async function loadLevel(joins: readonly FlatJoin[], { plan, questions, found }: FlatLoad, run: FlatRun) {
  await Promise.all(
    joins.map(async join => {
      const number = plan.joins.indexOf(join)
      const question = questions[number] ?? notFlat('There is no such join.')
      found[number] = await loadJoin({ join, question, questions }, run)
    }),
  )
}
